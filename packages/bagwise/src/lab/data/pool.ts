import type { BagSet } from "../../bags/bag-set.js";
import type { Label } from "../../bags/label.js";
import type { Random } from "../../base/random.js";
import { augment, type CopiedBag } from "./augment.js";

/** A bag of an augmented set, not yet made. */
export interface PoolBag extends CopiedBag {
  /** The set that has the original. */
  readonly from: BagSet;
  readonly label: Label;
}

/**
 * The augmented bags of each label, in random order: drawing without replacement is taking from the
 * end.
 */
export interface Pool {
  readonly positive: PoolBag[];
  readonly negative: PoolBag[];
}

/** The bags augmented to `multiple` times their number. Bags that are not positive are negative. */
export function poolOf(from: BagSet, multiple: number, generator: Random): Pool {
  const pool: Pool = { positive: [], negative: [] };
  const all = augment(from.size, multiple, generator);
  for (const k of generator.permutation(all.length)) {
    const label = from.labelOf(all[k].original) === "positive" ? "positive" : "negative";
    pool[label].push({ ...all[k], from, label });
  }
  return pool;
}

/** So many bags out of the pool, which loses them; undefined when it has fewer. */
export function take(from: PoolBag[], wanted: number): PoolBag[] | undefined {
  return from.length < wanted ? undefined : from.splice(from.length - wanted, wanted);
}

/**
 * `size` bags in random order out of the pool, Binomial(size, prior) of them positive; undefined
 * when the pool has too few.
 */
export function mixture(pool: Pool, size: number, prior: number, generator: Random): PoolBag[] | undefined {
  let positives = 0;
  for (let k = 0; k < size; k++) if (generator.uniform() < prior) positives++;
  const positive = take(pool.positive, positives);
  const negative = take(pool.negative, size - positives);
  if (positive === undefined || negative === undefined) return undefined;
  const together = [...positive, ...negative];
  return Array.from(generator.permutation(size), (k) => together[k]);
}
