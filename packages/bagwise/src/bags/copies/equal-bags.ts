import type { BagSet } from "../bag-set.js";
import { bagHashes } from "./bag-hashes.js";
import { equalByChance } from "./equal-by-chance.js";

/** Numbers of bags, ascending. */
export interface EqualBags {
  /** Bags with the same instances as one of the others. */
  readonly equal: number[];
  /**
   * Bags that agree with one of the others in so few values that it may be chance; not among
   * `equal`.
   */
  readonly chance: number[];
}

/**
 * The bags whose hash is one of these, `bagHashes` of other bags. Empty bags never count. What may
 * be chance is judged by the other bags where they are at hand, and else by the bags themselves;
 * when all bags of both sides are the same, nothing is chance. Costs one pass over the instances,
 * and what `equalByChance` costs.
 */
export function equalBags(bags: BagSet, hashes: ArrayLike<number>, others?: BagSet): EqualBags {
  const own = bagHashes(bags);
  const known = new Set(Array.from(hashes));
  const found: number[] = [];
  own.forEach((hash, i) => {
    if (bags.sizeOf(i) > 0 && known.has(hash)) found.push(i);
  });
  if (found.length === 0 || sameNumbers(own, hashes)) return { equal: found, chance: [] };
  const chance = new Set(equalByChance(bags, found, { population: others ?? bags, others: hashes.length }));
  return { equal: found.filter((i) => !chance.has(i)), chance: [...chance] };
}

/** Whether both are the same numbers, in whatever order. */
function sameNumbers(a: Float64Array, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  const sorted = Float64Array.from(b).sort();
  return Float64Array.from(a)
    .sort()
    .every((number, k) => number === sorted[k]);
}
