import type { BagSet } from "@bagwise/core/bags";

/** Why a feature should not be learnt from without a second thought. */
export type Suspicion = "row-number" | "identifier" | "label-copy" | "ignored-dates";

export interface SuspectFeature {
  readonly column: number;
  readonly why: Suspicion;
}

/** Fewer rows or bags than this say nothing: three ascending numbers are no index. */
const LEAST = 20;
/** The share of bags with a whole number of their own that makes it an identifier. */
const NEARLY_ALL = 0.95;
/** Different whole numbers that fill this share of their range are counted, not measured. */
const DENSE = 0.5;

/**
 * Features that tell where a row stands, what it is called, or its label, and not what it is:
 *
 * - `row-number`: rises or falls along the whole file, counts the rows in another order, or counts
 *   the instances of each bag;
 * - `identifier`: a whole number that is constant within bags and different between them;
 * - `ignored-dates`: whole seconds or milliseconds since 1970;
 * - `label-copy`: two values, one in all positive bags and one in all others.
 *
 * `order`: the rows of the matrix in the order of the file, default as they stand. Says nothing about
 * fewer than 20 bags. Most features are cleared by their first rows; the rest cost a sort.
 */
export function suspectFeatures(bags: BagSet): SuspectFeature[] {
  const { size, instances, dimension } = bags;
  if (size < LEAST) return [];
  const order = bags.fileOrder();
  const found: SuspectFeature[] = [];
  for (let column = 0; column < dimension; column++) {
    const value = (row: number) => bags.data[row * dimension + column];
    const why = copiesLabel(bags, value)
      ? "label-copy"
      : countsTime(bags.features[column], order, value)
        ? "ignored-dates"
        : followsOrder(order, value) || (instances >= 2 * size && countsInstances(bags, value))
          ? "row-number"
          : countsRows(order, value)
            ? "row-number"
            : namesBags(bags, value)
              ? "identifier"
              : undefined;
    if (why !== undefined) found.push({ column, why });
  }
  return found;
}

type Value = (row: number) => number;

/** Names of columns of times, such as `created_at` or `startTime`. */
const TIME_NAME = /(?:date|time|day|stamp|datum|created|updated|modified|epoch)|_at$/i;
/** The years 1973 to 2100, in seconds since 1970. */
const SECONDS = [1e8, 4.1e9] as const;

/**
 * Whole numbers that are milliseconds, microseconds or nanoseconds of these years, or seconds if the
 * name says so.
 */
export function countsTime(name: string, order: Uint32Array, value: Value): boolean {
  const scale = [1, 1e3, 1e6, 1e9].find((each) => isWithin(value(order[0]) / each, SECONDS));
  if (scale === undefined || (scale === 1 && !TIME_NAME.test(name))) return false;
  return order.every((row) => Number.isInteger(value(row)) && isWithin(value(row) / scale, SECONDS));
}

function isWithin(number: number, [least, greatest]: readonly [number, number]): boolean {
  return number >= least && number <= greatest;
}

/** Never falls, or never rises, along the file, over at least twenty different values. */
export function followsOrder(order: Uint32Array, value: Value): boolean {
  let direction = 0;
  let steps = 0;
  for (let k = 1; k < order.length; k++) {
    const step = Math.sign(value(order[k]) - value(order[k - 1]));
    if (step === 0) continue;
    if (Number.isNaN(step) || (direction !== 0 && step !== direction)) return false;
    direction = step;
    steps++;
  }
  return steps >= LEAST;
}

/** Whole numbers, each once, that fill most of their range: an index in another order. */
export function countsRows(order: Uint32Array, value: Value): boolean {
  if (order.length < LEAST) return false;
  const seen = new Set<number>();
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of order) {
    const number = value(row);
    if (!Number.isSafeInteger(number) || seen.has(number)) return false;
    seen.add(number);
    least = Math.min(least, number);
    greatest = Math.max(greatest, number);
  }
  return seen.size >= DENSE * (greatest - least + 1);
}

/** 0, 1, 2, ... or 1, 2, 3, ... in every bag of more than one instance. */
function countsInstances(bags: BagSet, value: Value): boolean {
  let counted = 0;
  for (let i = 0; i < bags.size; i++) {
    const start = bags.startOf(i);
    const first = value(start);
    if (first !== 0 && first !== 1) return false;
    for (let j = 1; j < bags.sizeOf(i); j++) if (value(start + j) !== first + j) return false;
    if (bags.sizeOf(i) > 1) counted++;
  }
  return counted >= LEAST;
}

/** A whole number, constant within bags and different between nearly all of them. */
function namesBags(bags: BagSet, value: Value): boolean {
  const seen = new Set<number>();
  let several = 0;
  for (let i = 0; i < bags.size; i++) {
    const start = bags.startOf(i);
    const first = value(start);
    if (!Number.isSafeInteger(first)) return false;
    for (let j = 1; j < bags.sizeOf(i); j++) if (value(start + j) !== first) return false;
    if (bags.sizeOf(i) > 1) several++;
    seen.add(first);
    if (seen.size < NEARLY_ALL * (i + 1) - LEAST) return false;
  }
  return several > 0 && seen.size >= NEARLY_ALL * bags.size;
}

/** One value in all positive bags, another one in all others. */
function copiesLabel(bags: BagSet, value: Value): boolean {
  let [positive, other]: (number | undefined)[] = [undefined, undefined];
  for (let i = 0; i < bags.size; i++) {
    const start = bags.startOf(i);
    const isPositive = bags.labelOf(i) === "positive";
    const expected: number = (isPositive ? positive : other) ?? value(start);
    for (let j = 0; j < bags.sizeOf(i); j++) if (value(start + j) !== expected) return false;
    if (isPositive) positive = expected;
    else other = expected;
    if (positive === other) return false;
  }
  return positive !== undefined && other !== undefined;
}
