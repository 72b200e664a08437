import type { BagSet } from "../bag-set.js";
import { bagHashes } from "./bag-hashes.js";

/** Numbers of bags, ascending. */
interface EqualBags {
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

/** Fewer equal bags than this, expected of independent features alone, are no explanation. */
const RARE = 0.05;

interface ByChanceOptions {
  /**
   * The bags that values are counted in, with the features of `bags` by name. Each of the
   * candidates has one equal among them, which is not counted.
   */
  readonly population: BagSet;
  /** With so many bags each of these was compared. */
  readonly others: number;
}

/**
 * Which of these bags may be equal to another by chance, because so few and so common values agree:
 * bags of one instance with five binary features are. For independent features the number of equal
 * pairs to be expected is bags x others x m! x the product of the shares of bags that have the
 * value, m the number of instances; more than 0.05 is no surprise. A value that nobody else has
 * counts by its digits: 0.73125 is rarer than 1. Features are read one by one until nothing is left
 * to doubt, so that values that are all different cost one pass over a feature or two.
 */
function equalByChance(bags: BagSet, candidates: readonly number[], { population, others }: ByChanceOptions): number[] {
  const pairs = Math.log(bags.size * others);
  // The logarithm of the equal pairs to be expected, for each bag that is still in doubt.
  let doubtful = candidates.map((i) => ({ i, expected: pairs + logFactorial(bags.sizeOf(i)) }));
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

/** The logarithm of the share of bags, but for one, that have a value in a feature. */
function shareOf(bags: BagSet, j: number): (value: number) => number {
  const holders = new Map<number, number>();
  for (let i = 0; i < bags.size; i++)
    for (const value of new Set(valuesOf(bags, i, j))) holders.set(value, (holders.get(value) ?? 0) + 1);
  return (value) => Math.log((Math.max(0, (holders.get(value) ?? 0) - 1) + unseen(value)) / Math.max(1, bags.size));
}

/**
 * How likely a value is that no other bag has: one half for a single digit, a tenth of that for
 * each further one.
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
