import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import { bagHashes } from "../../bags/copies/bag-hashes.js";
import { inUnits, ordinaryUnits } from "../../bags/units.js";
import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { medianInPlace } from "../../kernels/views/median.js";
import { Model } from "../../model/model.js";
import { priorOf } from "../../prior/belief/used-prior.js";
import { heldOutMeasures } from "../../scores/pu-measures.js";
import { NOTHING_SHARED, type SharedWork } from "../shared-work.js";
import { judgeSeparation } from "./judge-separation.js";
import { indifferent, tellsNothing } from "./tells-nothing.js";

/**
 * Trains with what every learner needs around it: values beyond any use are brought to ordinary
 * units (`ordinaryUnits`) and the model remembers them; the model keeps how the bags were read, and
 * the median of each feature, which fills gaps in bags to score; and where nothing tells positive from
 * unlabeled bags, the model says so, and its probabilities are the prior (`judgeSeparation`); if the
 * bags are even the same, its answers are, too. Costs a few passes over the
 * values.
 */
export async function fitFramed(
  bags: BagSet,
  train: (bags: BagSet) => Promise<Model>,
  {
    name,
    blocks,
    shared = NOTHING_SHARED,
  }: { readonly name: string; readonly blocks: boolean; readonly shared?: SharedWork | undefined },
): Promise<Model> {
  const unused = blocks ? [] : unusedBlocks(bags, name);
  const units = shared.once(bags, "units", () => ordinaryUnits(bags));
  const fitted = units === undefined ? await train(bags) : await inOtherUnits(bags, units, train);
  const { recipe } = bags;
  const card = { ...fitted.card, notes: [...fitted.card.notes, ...unused], ...(recipe && { recipe }) };
  const model = new Model({ ...fitted.parts(), card, medians: shared.once(bags, "medians", () => mediansOf(bags)) });
  const same = shared.once(bags, "tells-nothing", () => tellsNothing(bags));
  return withMeasures(same ? indifferent(model) : judgeSeparation(model));
}

/** A note on blocks of sparse features that the learner does not use. Throws an InputError if there is nothing else. */
function unusedBlocks({ blocks, dimension }: BagSet, name: string): Note[] {
  if (blocks.length === 0) return [];
  const which = blocks.map((block) => block.name).join(" and ");
  const message = `${name} does not use the sparse features ${which}`;
  if (dimension > 0) return [{ code: "sparse-unused", message: `${message}, only the others` }];
  throw new InputError({ code: "sparse-features", message, remedy: "Use the method auto." });
}

const EXTREME: Note = {
  code: "extreme-values",
  message:
    "some values are so large or so small that their squares cannot be computed, so the model works in other units; check that such values are real and do not stand for missing ones",
};

/** Trains in these units. The model takes bags in the units they were given in. */
async function inOtherUnits(
  bags: BagSet,
  unit: readonly number[],
  train: (bags: BagSet) => Promise<Model>,
): Promise<Model> {
  const scaled = inUnits(unit, bags);
  const { card, scaling, trainedOn, heldOut, ...parts } = (await train(scaled)).parts();
  const [own, given] = [bagHashes(scaled), bagHashes(bags)];
  const hashOf = new Map(Array.from(own, (hash, i) => [hash, given[i]]));
  const asGiven = (hash: number) => hashOf.get(hash) ?? hash;
  return new Model({
    ...parts,
    card: {
      ...card,
      training: { ...card.training, dataHash: await contentHash(bags) },
      notes: [...card.notes, EXTREME],
    },
    scaling: { ...scaling, unit },
    trainedOn: trainedOn?.map(asGiven).sort(),
    heldOut: heldOut?.hashes === undefined ? heldOut : { ...heldOut, hashes: heldOut.hashes.map(asGiven) },
  });
}

/** The median of each feature over all instances. */
function mediansOf(bags: BagSet): Float64Array {
  const { dimension } = bags;
  const data = bags.toMatrix();
  const column = new Float64Array(bags.instances);
  return Float64Array.from({ length: dimension }, (_, j) => {
    for (let i = 0, at = j; i < column.length; i++, at += dimension) column[i] = data[at];
    return medianInPlace(column);
  });
}

/**
 * The model with measures on its card; none if nothing was held out, without a prior, or without unlabeled bags. They are
 * made last, because they add up the probabilities that the model gives in the end. Their intervals include the
 * uncertainty of the prior. They do not depend on the training seed, so `bagwise evaluate` finds the same.
 */
function withMeasures(model: Model): Model {
  const { heldOut, card } = model;
  if (heldOut === null || card.prior === null || heldOut.unlabeled.length === 0) return model;
  const { value, belief } = priorOf(card.prior);
  const bootstrap = typeof card.options.bootstrap === "number" ? card.options.bootstrap : undefined;
  return new Model({
    ...model.parts(),
    card: { ...card, measures: heldOutMeasures(heldOut, { prior: value, belief, bootstrap }) },
  });
}
