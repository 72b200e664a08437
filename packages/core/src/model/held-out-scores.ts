import type { BagSet } from "../bags/bag-set.js";
import { bagHashes } from "../bags/copies/bag-hashes.js";
import { doubtSettled, equalBags, equalBagsSoFar } from "../bags/copies/equal-bags.js";
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
  const { negatives } = card.options;
  const used = usedBags(card, bags);
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

/** What the learner would use of these bags. */
function usedBags({ options: { negatives, unlabeledAs } }: Trained["card"], bags: BagSet): BagSet {
  const dropped = [...(negatives === "drop" ? ["negative"] : []), ...(unlabeledAs === "drop" ? ["unlabeled"] : [])];
  return dropped.length === 0 ? bags : bags.filter((i) => !dropped.includes(bags.labelOf(i)));
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

/** What is known of a part of the bags of a file before the rest is read. Plain data. */
export interface PartSeen {
  /** The numbers of the training bags in the part; null if the model does not know its training bags. */
  readonly seen: readonly number[] | null;
  readonly size: number;
  /** How many of the bags the learner would use. */
  readonly used: number;
  /** How many bags equal a training bag, perhaps by chance. */
  readonly chance: number;
  /** See `EqualSoFar`. */
  readonly doubt: number;
}

/** `trainingBagsIn` for a part: `head` are the first of all bags, `first` is the number of the first in the part. */
export function trainingBagsSoFar(model: Trained, bags: BagSet, at: { head: BagSet; first: number }): PartSeen {
  const counts = { size: bags.size, used: usedBags(model.card, bags).size };
  if (model.trainedOn.length === 0) return { seen: null, ...counts, chance: 0, doubt: 0 };
  const { equal, chance, doubt } = equalBagsSoFar(bags, model.trainedOn, at);
  return { seen: equal, ...counts, chance: chance.length, doubt };
}

/**
 * Whether `trainingBagsIn` says the same of all bags at once as was said of their parts. It does not if these
 * may be all the training bags and some of them seemed equal by chance.
 */
export function partsHold({ trainedOn: { length } }: Trained, parts: readonly PartSeen[]): boolean {
  const sum = (of: (part: PartSeen) => number) => parts.reduce((total, part) => total + of(part), 0);
  const [size, used] = [sum((part) => part.size), sum((part) => part.used)];
  if (!parts.every(({ doubt }) => doubtSettled(doubt, size))) return false;
  return sum((part) => part.chance) === 0 || (size !== length && used !== length);
}

const heldOutByHash = new WeakMap<object, ReadonlyMap<number, number>>();

/** The held-out scores that a model keeps, by the hashes of their bags; undefined if it keeps none. */
function keptScores({ heldOut }: Pick<HeldOut, "heldOut">): ReadonlyMap<number, number> | undefined {
  const known = heldOut?.hashes;
  if (heldOut == null || known === undefined) return undefined;
  const before = heldOutByHash.get(heldOut);
  if (before !== undefined) return before;
  const scoreOf = new Map<number, number>();
  allScores(heldOut).forEach((score, k) => {
    if (!scoreOf.has(known[k])) scoreOf.set(known[k], score);
  });
  heldOutByHash.set(heldOut, scoreOf);
  return scoreOf;
}

/**
 * The held-out score of each bag that the model was trained on; NaN for new bags, and for those whose
 * held-out score it does not keep. Undefined if it keeps none. Copies have one score. `seen`: the training
 * bags among these, if that is known.
 */
export function heldOutScores(
  { card, trainedOn = NONE, heldOut }: HeldOut,
  bags: BagSet,
  seen?: readonly number[] | null,
): Float64Array | undefined {
  const scoreOf = keptScores({ heldOut });
  if (scoreOf === undefined) return undefined;
  const found = seen === undefined ? trainingBagsIn({ card, trainedOn }, bags) : seen;
  if (found === null || found.length === 0) return undefined;
  const hashes = bagHashes(bags.subset(found));
  const scores = new Float64Array(bags.size).fill(Number.NaN);
  for (const [k, i] of found.entries()) scores[i] = scoreOf.get(hashes[k]) ?? Number.NaN;
  return scores;
}
