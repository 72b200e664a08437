import { BagSet } from "../bags/bag-set.js";
import { SCALING_METHODS, type Scaling } from "../bags/scaling.js";
import { InputError } from "../base/errors.js";
import { decodePacked, encodePacked, type Packed } from "../base/packed-file.js";
import { blocksOf } from "../scorers/blocks/blocks-scorer.js";
import { column, damaged, tableNumbers } from "../scorers/own-tables.js";
import { scorerFromData, scorerToData } from "../scorers/scorer-data.js";
import { checkCard } from "./check-card.js";
import { type HeldOutHeader, heldOutFromData, heldOutToData } from "./held-out-data.js";
import { Model } from "./model.js";

const KIND = "model";

/**
 * The version of the file layout. It increases when an older bagwise can no longer read new files.
 * Files with a newer layout are rejected. 2: the views of `auto` do not depend on units; files of
 * layout 1 are read, and their models score as they did.
 */
export const MODEL_LAYOUT = 2;

/**
 * Encodes a model as one file: a JSON header, which never contains code, and a float64 payload, or
 * plain JSON for a small model. Of the training bags it stores only what the kernel needs: the
 * statistics of the centres, and instances only for a set kernel or a learner that scores
 * instances; and the median of each feature.
 */
export function encodeModel(model: Model, options: { form?: "auto" | "binary" | "json" } = {}): Uint8Array {
  const { card, scaling, scorer, medians } = model.parts();
  const { unit } = scaling;
  const { trainedOn } = model;
  const held = model.heldOut && heldOutToData(model.heldOut);
  const { header, tables } = scorerToData(scorer);
  return encodePacked(
    {
      kind: KIND,
      formatVersion: MODEL_LAYOUT,
      header: {
        card,
        scaling: { method: scaling.method, features: scaling.features, ...(unit && { units: true }) },
        scorer: header,
        ...(held && { heldOut: held.header }),
        ...(trainedOn.length > 0 && { trainedOn: trainedOn.length }),
        ...(medians && { medians: true }),
      },
      tables: [
        column("offset", scaling.offset),
        column("divisor", scaling.divisor),
        ...(unit === undefined ? [] : [column("unit", unit)]),
        ...(medians === undefined ? [] : [column("medians", medians)]),
        ...tables,
        ...(held?.tables ?? []),
        ...(trainedOn.length === 0 ? [] : [column("trained.bags", trainedOn)]),
      ],
    },
    options,
  );
}

/**
 * Decodes a file from `encodeModel`. Throws an InputError for a file that is truncated, modified,
 * newer, or not a model.
 */
export function decodeModel(bytes: Uint8Array, { name = "the model" }: { name?: string } = {}): Model {
  const packed = decodePacked(bytes, { kind: KIND, newest: MODEL_LAYOUT, file: name });
  try {
    const model = modelFrom(packed);
    // Reject a model that cannot score now, not when you need it.
    model.scores(oneBag(model));
    return model;
  } catch (error) {
    throw error instanceof InputError
      ? error.at({ file: name })
      : damaged("a part of the model is missing or has the wrong type").at({ file: name });
  }
}

function modelFrom({ header, tables }: Packed): Model {
  const {
    scaling,
    heldOut,
    trainedOn = 0,
    medians = false,
    ...unchecked
  } = header as {
    card: unknown;
    scaling: Scaling & { units?: boolean };
    scorer: unknown;
    heldOut?: HeldOutHeader;
    trainedOn?: number;
    medians?: boolean;
  };
  const card = checkCard(unchecked.card);
  if ("wrong" in card) throw damaged(`the part ${card.wrong} of the model is missing or has the wrong type`);
  const { method, features } = scaling;
  if (!SCALING_METHODS.includes(method)) throw damaged("the scaling method is unknown");
  if (!Array.isArray(features)) throw damaged("the names of the features are missing");
  return new Model({
    card,
    scaling: {
      method,
      features,
      offset: [...tableNumbers(tables, "offset", features.length)],
      divisor: [...tableNumbers(tables, "divisor", features.length)],
      ...(scaling.units === true && { unit: unitsFrom(tables, features.length) }),
    },
    scorer: scorerFromData(unchecked.scorer, tables, { kernel: card.kernel, names: features }),
    heldOut: heldOut === undefined ? null : heldOutFromData(heldOut, tables),
    trainedOn: trainedOn === 0 ? new Float64Array(0) : tableNumbers(tables, "trained.bags", trainedOn),
    ...(medians === true && { medians: tableNumbers(tables, "medians", features.length) }),
  });
}

function unitsFrom(tables: Packed["tables"], features: number): number[] {
  const units = [...tableNumbers(tables, "unit", features)];
  if (units.every((unit) => unit > 0)) return units;
  throw damaged("the unit of a feature is not above 0");
}

/** A bag with one instance of zeros. Throws an InputError for invalid feature names. */
function oneBag(model: Model): BagSet {
  const { features } = model;
  const nothing = { offsets: new Uint32Array(2), indices: new Uint32Array(0), values: new Float64Array(0) };
  return BagSet.own({
    data: new Float64Array(features.length),
    offsets: Uint32Array.of(0, 1),
    ids: ["-"],
    labels: Int8Array.of(0),
    features,
    blocks: blocksOf(model.parts().scorer).map((head) => ({ ...head, ...nothing })),
  });
}
