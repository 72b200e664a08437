import type { BagSet } from "../bag-set.js";
import { bagHashes } from "./bag-hashes.js";
import { copiesBetween } from "./copies-between.js";
import { equalBags } from "./equal-bags.js";
import type { NearDuplicatesOptions } from "./near-duplicates.js";

export interface LeakageOptions extends NearDuplicatesOptions {
  /**
   * The `bagHashes` of the bags that a model was trained on, `model.trainedOn`; none when they are
   * not known. Default none.
   */
  readonly hashes?: ArrayLike<number> | undefined;
  /** The training bags themselves, where they are at hand: only then are noisy copies found. */
  readonly training?: BagSet | undefined;
}

/** Bags that a model has seen before it was to be judged by them. Numbers of bags, ascending. */
export interface Leakage {
  /**
   * Bags with the same instances as a training bag; null when nothing is known about the training
   * bags.
   */
  readonly trainedOn: readonly number[] | null;
  /**
   * Further bags that are noisy copies of a training bag; null when the training bags are not at
   * hand.
   */
  readonly near: readonly number[] | null;
  /**
   * Bags that are equal to a training bag in so few values that it may be chance. They count as
   * new.
   */
  readonly chance: readonly number[];
  /** Bags that were not compared for noisy copies, because there are too many. */
  readonly unseen: number;
}

/**
 * Which bags were trained on, or are copies of bags that were. A model scores those better than it
 * scores new ones, so whoever measures with them flatters it. Empty bags never count, and bags that
 * agree in so few values that it may be chance count as new. The training bags have to be those of
 * the model; their order, ids and labels do not matter. Costs one pass over the instances, and with
 * `training` what `copiesBetween` costs.
 */
export function leakage(bags: BagSet, options: LeakageOptions = {}): Leakage {
  const { hashes = [], training, tolerance, mostBags } = options;
  const copies = training && copiesBetween(bags, training, { tolerance, mostBags });
  const given = training === undefined ? [] : Array.from(bagHashes(training));
  const named = new Set(given);
  const { equal, chance } = equalBags(
    bags,
    [...given, ...Array.from(hashes).filter((hash) => !named.has(hash))],
    training,
  );
  const seen = new Set(equal);
  const near = copies?.near.filter((i) => !seen.has(i)) ?? null;
  const copied = new Set(near);
  return {
    trainedOn: hashes.length === 0 && training === undefined ? null : equal,
    near,
    chance: chance.filter((i) => !copied.has(i)),
    unseen: copies?.unseen ?? 0,
  };
}
