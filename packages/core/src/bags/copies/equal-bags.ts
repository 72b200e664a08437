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
 * chance depends on the values of the other bags if you give them, else of the first bags themselves
 * (`headOf`); if both sides are the same bags, nothing is chance. Costs one pass over the instances, plus
 * `equalByChance`.
 */
export function equalBags(bags: BagSet, hashes: ArrayLike<number>, others?: BagSet): EqualBags {
  const own = bagHashes(bags);
  const found = knownAmong(bags, own, hashes);
  if (found.length === 0 || sameNumbers(own, hashes)) return { equal: found, chance: [] };
  const population = others ?? headOf(bags);
  // Each bag that was found equals one of the others, which does not count.
  const first = others === undefined ? 0 : Number.NEGATIVE_INFINITY;
  const doubts = doubtsOf(bags, found, { population, first, size: bags.size, others: hashes.length });
  const chance = new Set(doubts.map(({ i }) => i));
  return { equal: found.filter((i) => !chance.has(i)), chance: [...chance] };
}

/** How many bags may ever be compared. */
const MOST_BAGS = 2 ** 32;

/** What is said of some bags of a file before the others are known. */
export interface EqualSoFar extends EqualBags {
  /**
   * Those of `equal` that would be chance if there were many more bags: with n bags in all, if n times this
   * is above `RARE`. 0 if there are none.
   */
  readonly doubt: number;
}

/**
 * The same for a part of the bags: `head` are the first of all bags (`headOf`), and `first` is the number of
 * the first bag of the part. Nobody knows yet how many there are in all; `settles` says in the end whether
 * what was said holds.
 */
export function equalBagsSoFar(
  bags: BagSet,
  hashes: ArrayLike<number>,
  { head, first }: { head: BagSet; first: number },
): EqualSoFar {
  const found = knownAmong(bags, bagHashes(bags), hashes);
  if (found.length === 0) return { equal: [], chance: [], doubt: 0 };
  const doubts = doubtsOf(bags, found, { population: head, first, size: MOST_BAGS, others: hashes.length });
  const soFar = Math.log(first + bags.size) - Math.log(MOST_BAGS);
  const chance = new Set(doubts.flatMap(({ i, expected }) => (expected + soFar > Math.log(RARE) ? [i] : [])));
  const doubt = doubts.reduce(
    (most, { i, expected }) => (chance.has(i) ? most : Math.max(most, Math.exp(expected) / MOST_BAGS)),
    0,
  );
  return { equal: found.filter((i) => !chance.has(i)), chance: [...chance], doubt };
}

/** Whether what `equalBagsSoFar` said with this doubt holds for so many bags in all, with a margin for rounding. */
export function doubtSettled(doubt: number, bags: number): boolean {
  return doubt * bags < 0.99 * RARE;
}

const knownHashes = new WeakMap<object, ReadonlySet<number>>();

/** The numbers of the bags with instances whose hash is known. */
function knownAmong(bags: BagSet, own: Float64Array, hashes: ArrayLike<number>): number[] {
  // Parts of a file are compared with the same hashes, of which there may be a million.
  const known = knownHashes.get(hashes) ?? new Set(Array.from(hashes));
  knownHashes.set(hashes, known);
  const found: number[] = [];
  for (let i = 0; i < own.length; i++) if (known.has(own[i]) && bags.sizeOf(i) > 0) found.push(i);
  return found;
}

/** How many bags, and how many values, tell how common a value is. */
const HEAD_BAGS = 1000;
const HEAD_VALUES = 2 ** 20;

/** The first bags of a set, in which values are counted: 1,000, or as many as have a million values. */
export function headOf(bags: BagSet): BagSet {
  const size = headSize(bags);
  return size === bags.size ? bags : bags.subset(Uint32Array.from({ length: size }, (_, i) => i));
}

/** Whether these bags hold all of the head of a set that they begin. */
export function holdsHead(bags: BagSet): boolean {
  return bags.size > headSize(bags) || bags.size >= HEAD_BAGS;
}

function headSize(bags: BagSet): number {
  let values = 0;
  let size = 0;
  while (size < Math.min(bags.size, HEAD_BAGS) && values < HEAD_VALUES) values += bags.sizeOf(size++) * bags.dimension;
  return size;
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
  /** The bags in which values are counted, with the features of `bags` by name. */
  readonly population: BagSet;
  /** The number of the first bag, if the population are the first of all bags: a bag does not count itself. */
  readonly first: number;
  /** How many bags are compared, and with how many. */
  readonly size: number;
  readonly others: number;
}

/**
 * Which of these bags may equal another by chance, because the values that agree are few and
 * common: for example bags of one instance with five binary features. For independent features the
 * expected number of equal pairs is bags x others x m! x the product of the shares of bags that
 * have the value, with m instances; above 0.05 chance is an explanation. A value that no other bag
 * has counts by its digits: 0.73125 is rarer than 1. Features are read one by one until no doubt is
 * left, so data with distinct values cost one pass over a feature or two. Returns the logarithms of these
 * numbers.
 */
function doubtsOf(
  bags: BagSet,
  candidates: readonly number[],
  { population, first, size, others }: ByChanceOptions,
): { i: number; expected: number }[] {
  const pairs = Math.log(size * others);
  // The logarithm of the expected number of equal pairs, for each bag still in doubt.
  const rare = Math.log(RARE);
  let doubtful = candidates
    .map((i) => ({ i, expected: pairs + logFactorial(bags.sizeOf(i)) + entriesOf(bags, i) * Math.log(SHARED_TERM) }))
    .filter(({ expected }) => expected > rare);
  const columns = new Map(population.features.map((name, j) => [name, j]));
  for (let j = 0; j < bags.dimension && doubtful.length > 0; j++) {
    const share = sharesOf(population, columns.get(bags.features[j]) ?? j);
    doubtful = doubtful
      .map(({ i, expected }) => {
        const except = first + i < population.size ? 1 : 0;
        let left = expected;
        const from = bags.startOf(i);
        // Shares are at most 1, so what is rare stays rare.
        for (let row = from; row < from + bags.sizeOf(i) && left > rare; row++)
          left += share(bags.data[row * bags.dimension + j], except);
        return { i, expected: left };
      })
      .filter(({ expected }) => expected > rare);
  }
  return doubtful;
}

/** The probability that two bags share a sparse feature by chance, high enough for the commonest word. */
const SHARED_TERM = 0.5;

/** How many sparse features a bag has, over all instances and blocks. */
function entriesOf(bags: BagSet, i: number): number {
  const start = bags.startOf(i);
  return bags.blocks.reduce((sum, { offsets }) => sum + offsets[start + bags.sizeOf(i)] - offsets[start], 0);
}

type Share = (value: number, except: number) => number;

const countedShares = new WeakMap<BagSet, Map<number, Share>>();

/** `shareOf`, which is the same for all parts of a file. */
function sharesOf(bags: BagSet, j: number): Share {
  const known = countedShares.get(bags) ?? new Map<number, Share>();
  const share = known.get(j) ?? shareOf(bags, j);
  countedShares.set(bags, known.set(j, share));
  return share;
}

/** The logarithm of the share of bags, except so many, that have a value in a feature. */
function shareOf(bags: BagSet, j: number): Share {
  const holders = new Map<number, number>();
  for (let i = 0; i < bags.size; i++)
    for (const value of new Set(valuesOf(bags, i, j))) holders.set(value, (holders.get(value) ?? 0) + 1);
  return (value, except) =>
    Math.log(
      (Math.min(bags.size - 0.5, Math.max(0, (holders.get(value) ?? 0) - except)) + unseen(value)) /
        Math.max(1, bags.size),
    );
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
