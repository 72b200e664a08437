import { BagSet, SCALING_METHODS, type Scaling } from "../bags/index.js";
import { InputError } from "../base/errors.js";
import { decodePacked, encodePacked, type NumberTable, type Packed } from "../base/packed-file.js";
import { representationFromData, representationToData } from "../kernels/index.js";
import { checkCard } from "./check-card.js";
import { Model } from "./model.js";

const KIND = "model";

/** The version of the layout; a file of a newer one is refused, a file of an older one is read for ever. */
export const MODEL_LAYOUT = 1;

/** Tables that are not of the centres start so. */
const OWN = "model.";

/**
 * A model as the bytes of one file: a JSON header, which never holds code, and a float64 payload, or plain JSON when it is small.
 * It holds of the training bags only what the kernel needs: for a statistic kernel the statistics of the centres, no instance.
 */
export function encodeModel(model: Model, options: { form?: "auto" | "binary" | "json" } = {}): Uint8Array {
  const { card, scaling, centres, alpha, beta } = model.parts();
  const { bags, tables } = representationToData(centres);
  const column = (name: string, values: ArrayLike<number>): NumberTable => ({
    name: OWN + name,
    rows: values.length,
    columns: 1,
    data: Float64Array.from(values),
  });
  return encodePacked(
    {
      kind: KIND,
      formatVersion: MODEL_LAYOUT,
      header: { card, scaling: { method: scaling.method, features: scaling.features }, centres: bags },
      tables: [
        column("alpha", alpha),
        column("beta", [beta]),
        column("offset", scaling.offset),
        column("divisor", scaling.divisor),
        ...tables,
      ],
    },
    options,
  );
}

/** The model in a file of `encodeModel`. One that is truncated, changed, newer or no model at all is an InputError that says so. */
export function decodeModel(bytes: Uint8Array, { name = "the model" }: { name?: string } = {}): Model {
  const packed = decodePacked(bytes, { kind: KIND, newest: MODEL_LAYOUT, file: name });
  try {
    const model = modelFrom(packed);
    // What cannot score is refused now, not when it is needed.
    model.scores(oneBag(model.features));
    return model;
  } catch (error) {
    throw error instanceof InputError
      ? error.at({ file: name })
      : damaged("a part of the model is missing or of the wrong kind").at({ file: name });
  }
}

function modelFrom({ header, tables }: Packed): Model {
  const { card: unchecked, scaling, centres: bags } = header as { card: unknown; scaling: Scaling; centres: number };
  const card = checkCard(unchecked);
  if ("wrong" in card) throw damaged(`the part ${card.wrong} of the model is missing or of the wrong kind`);
  const table = (wanted: string, length: number) => {
    const found = tables.find((each) => each.name === OWN + wanted)?.data;
    if (found?.length !== length || !found.every(Number.isFinite))
      throw damaged(`the table ${wanted} does not have ${length} finite numbers`);
    return found;
  };
  const { method, features } = scaling;
  if (!SCALING_METHODS.includes(method)) throw damaged("the scaling is of an unknown kind");
  if (!Array.isArray(features)) throw damaged("the names of the features are missing");
  const centres = representationFromData({ bags, tables: tables.filter((each) => !each.name.startsWith(OWN)) });
  return new Model({
    card,
    scaling: {
      method,
      features,
      offset: [...table("offset", features.length)],
      divisor: [...table("divisor", features.length)],
    },
    centres,
    alpha: table("alpha", bags),
    beta: table("beta", 1)[0],
  });
}

/** A bag with one instance of zeros; an InputError for names that are none. */
function oneBag(features: readonly string[]): BagSet {
  return BagSet.from({ data: features.map(() => 0), offsets: [0, 1], ids: ["-"], labels: ["unlabeled"], features });
}

function damaged(message: string): InputError {
  return new InputError({ code: "damaged", message, remedy: "Copy the file again, or train the model anew." });
}
