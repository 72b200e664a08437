import { bagHashes } from "./bag-hashes.js";
import type { BagSet } from "./bag-set.js";
import { copiesBetween } from "./copies-between.js";
import type { NearDuplicatesOptions } from "./near-duplicates.js";

export interface LeakageOptions extends NearDuplicatesOptions {
  /** The `bagHashes` of the bags that a model was trained on, `model.trainedOn`; none when they are not known. Default none. */
  readonly hashes?: ArrayLike<number> | undefined;
  /** The training bags themselves, where they are at hand: only then are noisy copies found. */
  readonly training?: BagSet | undefined;
}

/** Bags that a model has seen before it was to be judged by them. Numbers of bags, ascending. */
export interface Leakage {
  /** Bags with the same instances as a training bag; null when nothing is known about the training bags. */
  readonly trainedOn: readonly number[] | null;
  /** Further bags that are noisy copies of a training bag; null when the training bags are not at hand. */
  readonly near: readonly number[] | null;
  /** Bags that were not compared for noisy copies, because there are too many. */
  readonly unseen: number;
}

/**
 * Which bags were trained on, or are copies of bags that were. A model scores those better than it scores new ones, so whoever measures with them flatters it. Empty bags never
 * count. The training bags have to be those of the model; their order, ids and labels do not matter. Costs one pass over the instances, and with `training`
 * what `copiesBetween` costs.
 */
export function leakage(bags: BagSet, options: LeakageOptions = {}): Leakage {
  const { hashes = [], training, tolerance, mostBags } = options;
  const seen = new Set<number>();
  if (hashes.length > 0) {
    const known = new Set(Array.from(hashes));
    bagHashes(bags).forEach((hash, i) => {
      if (bags.sizeOf(i) > 0 && known.has(hash)) seen.add(i);
    });
  }
  const copies = training && copiesBetween(bags, training, { tolerance, mostBags });
  for (const i of copies?.equal ?? []) seen.add(i);
  return {
    trainedOn: hashes.length === 0 && training === undefined ? null : [...seen].sort((a, b) => a - b),
    near: copies === undefined ? null : copies.near.filter((i) => !seen.has(i)),
    unseen: copies?.unseen ?? 0,
  };
}
