import type { BagSet } from "../bag-set.js";
import { bagHashes } from "./bag-hashes.js";

/** Numbers of bags, ascending. */
interface EqualBags {
  /** Bags with the same instances as one of the others. */
  readonly equal: number[];
  /**
   * Bags that equal one of the others in so few values that it may be chance; not in `equal`.
   */
  readonly chance: number[];
}

/**
 * The bags whose hash is among these `bagHashes` of other bags. Empty bags never count. What may be
 * chance depends on the values of the other bags if you give them, else of the bags themselves; if
 * both sides are the same bags, nothing is chance. Costs one pass over the instances, plus
 * `equalByChance`.
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

/** Whether both are the same numbers, in any order. */
function sameNumbers(a: Float64Array, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  const sorted = Float64Array.from(b).sort();
  return Float64Array.from(a)
    .sort()
    .every((number, k) => number === sorted[k]);
}

/** Chance explains equal bags only if at least this many equal pairs are expected. */
const RARE = 0.05;

interface ByChanceOptions {
  /**
   * The bags in which values are counted, with the features of `bags` by name. Each candidate
   * equals one of them, which is not counted.
   */
  readonly population: BagSet;
  /** With how many bags each of these was compared. */
  readonly others: number;
}

/**
 * Which of these bags may equal another by chance, because the values that agree are few and
 * common: for example bags of one instance with five binary features. For independent features the
 * expected number of equal pairs is bags x others x m! x the product of the shares of bags that
 * have the value, with m instances; above 0.05 chance is an explanation. A value that no other bag
 * has counts by its digits: 0.73125 is rarer than 1. Features are read one by one until no doubt is
 * left, so data with distinct values cost one pass over a feature or two.
 */
function equalByChance(bags: BagSet, candidates: readonly number[], { population, others }: ByChanceOptions): number[] {
  const pairs = Math.log(bags.size * others);
  // The logarithm of the expected number of equal pairs, for each bag still in doubt.
  let doubtful = candidates
    .map((i) => ({ i, expected: pairs + logFactorial(bags.sizeOf(i)) + entriesOf(bags, i) * Math.log(SHARED_TERM) }))
    .filter(({ expected }) => expected > Math.log(RARE));
  const columns = new Map(population.features.map((name, j) => [name, j]));
  for (let j = 0; j < bags.dimension && doubtful.length > 0; j++) {
    const share = shareOf(population, columns.get(bags.features[j]) ?? j);
    doubtful = doubtful
      .map(({ i, expected }) => ({
        i,
        expected: expected + valuesOf(bags, i, j).reduce((sum, x) => sum + share(x), 0),
      }))
      .filter(({ expected }) => expected > Math.log(RARE));
  }
  return doubtful.map(({ i }) => i);
}

/** The probability that two bags share a sparse feature by chance, high enough for the commonest word. */
const SHARED_TERM = 0.5;

/** How many sparse features a bag has, over all instances and blocks. */
function entriesOf(bags: BagSet, i: number): number {
  const start = bags.startOf(i);
  return bags.blocks.reduce((sum, { offsets }) => sum + offsets[start + bags.sizeOf(i)] - offsets[start], 0);
}

/** The logarithm of the share of bags, except one, that have a value in a feature. */
function shareOf(bags: BagSet, j: number): (value: number) => number {
  const holders = new Map<number, number>();
  for (let i = 0; i < bags.size; i++)
    for (const value of new Set(valuesOf(bags, i, j))) holders.set(value, (holders.get(value) ?? 0) + 1);
  return (value) => Math.log((Math.max(0, (holders.get(value) ?? 0) - 1) + unseen(value)) / Math.max(1, bags.size));
}

/**
 * The probability of a value that no other bag has: one half for one digit, a tenth of that for
 * each further digit.
 */
function unseen(value: number): number {
  const digits = String(Math.abs(value))
    .replace(/e.*$/, "")
    .replace(".", "")
    .replace(/^0+|0+$/g, "");
  return 0.5 * 10 ** (1 - Math.max(1, digits.length));
}

function valuesOf(bags: BagSet, i: number, j: number): number[] {
  const from = bags.startOf(i);
  return Array.from({ length: bags.sizeOf(i) }, (_, k) => bags.data[(from + k) * bags.dimension + j]);
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let k = 2; k <= n; k++) sum += Math.log(k);
  return sum;
}
