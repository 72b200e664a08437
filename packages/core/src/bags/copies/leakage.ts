import type { BagSet } from "../bag-set.js";
import { bagHashes } from "./bag-hashes.js";
import { copiesBetween } from "./copies-between.js";
import { equalBags } from "./equal-bags.js";
import type { NearDuplicatesOptions } from "./near-duplicates.js";

export interface LeakageOptions extends NearDuplicatesOptions {
  /**
   * The `bagHashes` of the training bags of a model, `model.trainedOn`. Default: not known.
   */
  readonly hashes?: ArrayLike<number> | undefined;
  /** The training bags themselves, if you have them: only then are noisy copies found. */
  readonly training?: BagSet | undefined;
}

/** The bags of an evaluation that the model has seen in training. Bag numbers, ascending. */
export interface Leakage {
  /**
   * Bags with the same instances as a training bag; null if nothing is known about the training
   * bags.
   */
  readonly trainedOn: readonly number[] | null;
  /**
   * Further bags that are noisy copies of a training bag; null without the training bags.
   */
  readonly near: readonly number[] | null;
  /**
   * Bags that equal a training bag in so few values that it may be chance. They count as new.
   */
  readonly chance: readonly number[];
  /** How many bags were not compared for noisy copies, because there are too many. */
  readonly unseen: number;
}

/**
 * Which bags are training bags of the model, or copies of them. A model scores those better than
 * new ones, so measures on them are too good. Empty bags never count, and bags that agree in so few
 * values that it may be chance count as new. `training` must be the training bags of the model;
 * their order, ids and labels do not matter. Costs one pass over the instances, and with `training`
 * what `copiesBetween` costs.
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
