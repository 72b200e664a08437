import type { BagSet } from "../bags/bag-set.js";
import { bagHashes } from "../bags/copies/bag-hashes.js";
import { equalBags } from "../bags/copies/equal-bags.js";
import { allScores } from "../scores/bag-scores.js";
import type { Model } from "./model.js";

type Trained = Pick<Model, "card" | "trainedOn">;
type HeldOut = Pick<ReturnType<Model["parts"]>, "card" | "trainedOn" | "heldOut">;

const NONE = new Float64Array(0);

/**
 * Whether these are the training bags of a model: what the learner would use of them has the same
 * values and equal counts of each label. Order, ids and groups do not matter.
 */
export function areTrainingBags({ card, trainedOn }: Trained, bags: BagSet): boolean {
  const { negatives, unlabeledAs } = card.options;
  const dropped = [...(negatives === "drop" ? ["negative"] : []), ...(unlabeledAs === "drop" ? ["unlabeled"] : [])];
  const used = dropped.length === 0 ? bags : bags.filter((i) => !dropped.includes(bags.labelOf(i)));
  if (trainedOn.length !== used.size) return false;
  const [known, rest, labelled] = [used.positive().size, used.unlabeled().size, used.negative().size];
  const { positive, unlabeled, negative = 0 } = card.training;
  const sameCounts =
    negatives === "unlabeled"
      ? known === positive && rest + labelled === unlabeled
      : known === positive && rest === unlabeled && labelled === negative;
  if (!sameCounts) return false;
  const hashes = bagHashes(used).sort();
  return hashes.every((hash, k) => hash === trainedOn[k]);
}

/**
 * The bags that a model was trained on, as far as their values tell; null if it does not know its
 * training bags. Bags that equal a training bag in so few values that it may be chance count as new,
 * unless all are the training bags. Costs a pass or two over the instances.
 */
export function trainingBagsIn(model: Trained, bags: BagSet): readonly number[] | null {
  if (model.trainedOn.length === 0) return null;
  const { equal, chance } = equalBags(bags, model.trainedOn);
  return chance.length > 0 && areTrainingBags(model, bags) ? [...equal, ...chance].sort((i, j) => i - j) : equal;
}

/**
 * The held-out score of each bag that the model was trained on; NaN for new bags, and for those whose
 * held-out score it does not keep. Undefined if it keeps none. Copies have one score.
 */
export function heldOutScores({ card, trainedOn = NONE, heldOut }: HeldOut, bags: BagSet): Float64Array | undefined {
  const known = heldOut?.hashes;
  if (heldOut == null || known === undefined) return undefined;
  const seen = trainingBagsIn({ card, trainedOn }, bags);
  if (seen === null || seen.length === 0) return undefined;
  const scoreOf = new Map<number, number>();
  allScores(heldOut).forEach((score, k) => {
    if (!scoreOf.has(known[k])) scoreOf.set(known[k], score);
  });
  const hashes = bagHashes(bags.subset(seen));
  const scores = new Float64Array(bags.size).fill(Number.NaN);
  for (const [k, i] of seen.entries()) scores[i] = scoreOf.get(hashes[k]) ?? Number.NaN;
  return scores;
}
