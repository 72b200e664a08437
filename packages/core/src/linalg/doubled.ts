import type { Matrix } from "./matrix.js";

// Sums with twice the usual number of digits, and a bound on what is still missing. They follow
// Dekker (1971) and Ogita, Rump and Oishi (SIAM Journal on Scientific Computing 26, 2005). JavaScript
// has no fused multiply-add, so a product is split in halves to find its rounding error.

/** The unit roundoff: a rounded result is off by at most this share of itself. */
export const ROUNDOFF = Number.EPSILON / 2;

/** Numbers of about 32 digits: each is `high + low`, off by at most `error`. */
export interface Doubled {
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** NaN or Infinity if a number overflows. */
  readonly error: Float64Array;
}

/** One such number without its error. */
export interface Pair {
  readonly high: number;
  readonly low: number;
}

/** Multiplying by this and subtracting again leaves the upper half of the digits (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;

/** A product that underflows loses up to this much more. */
const UNDERFLOW = 2 ** -1070;

/** Results of a few operations on pairs are correct to within this share of their size. */
export const PAIRS = 2 ** -100;

/** A double as a pair. */
export function pair(high: number): Pair {
  return { high, low: 0 };
}

/** a + b, exactly. */
export function twoSum(a: number, b: number): Pair {
  const high = a + b;
  const part = high - a;
  return { high, low: a - (high - part) + (b - part) };
}

/** a b, exactly unless it overflows or underflows. */
export function twoProduct(a: number, b: number): Pair {
  const high = a * b;
  const a1 = upperHalf(a);
  const b1 = upperHalf(b);
  const a2 = a - a1;
  const b2 = b - b1;
  return { high, low: a2 * b2 - (high - a1 * b1 - a2 * b1 - a1 * b2) };
}

function upperHalf(a: number): number {
  const c = SPLITTER * a;
  return c - (c - a);
}

/**
 * a + b to within 3 u^2 of the sum, where u is the unit roundoff (Joldes, Muller and Popescu 2017,
 * algorithm 6).
 */
export function plus(a: Pair, b: Pair): Pair {
  const highs = twoSum(a.high, b.high);
  const lows = twoSum(a.low, b.low);
  const sum = twoSum(highs.high, highs.low + lows.high);
  return twoSum(sum.high, lows.low + sum.low);
}

/** a b to within 4 u^2 of the product. */
function times(a: Pair, b: number): Pair {
  const { high, low } = twoProduct(a.high, b);
  return twoSum(high, a.low * b + low);
}

/** a / b to within 16 u^2 of the quotient. */
export function over(a: Pair, b: Pair): Pair {
  const quotient = a.high / b.high;
  const left = plus(a, times(b, -quotient));
  return twoSum(quotient, (left.high + left.low) / b.high);
}

/** A sum whose rounding errors are added up, too: as good as exact for a few thousand numbers. */
export class Accumulator {
  #high = 0;
  #low = 0;

  add(value: number): void {
    const high = this.#high + value;
    const part = high - this.#high;
    this.#low += this.#high - (high - part) + (value - part);
    this.#high = high;
  }

  get value(): number {
    return this.#high + this.#low;
  }
}

/**
 * The sum of all numbers as if it were computed exactly and then rounded: to within one unit in the
 * last place, and 0 only if it is 0 (Shewchuk 1997). NaN or Infinity if it overflows.
 */
export function exactSum(values: Iterable<number>): number {
  // Numbers whose digits do not overlap, in ascending order. Their sum is the exact sum so far.
  const partials: number[] = [];
  for (const value of values) {
    let sum = value;
    let kept = 0;
    for (const partial of partials) {
      const { high, low } = twoSum(sum, partial);
      if (low !== 0) partials[kept++] = low;
      sum = high;
    }
    partials.length = kept;
    partials.push(sum);
  }
  return partials.reduce((sum, partial) => sum + partial, 0);
}

/** A x with about 32 digits. Takes as long as four plain products. */
export function rowSums({ rows, cols, data }: Matrix, x: Float64Array): Doubled {
  const result = { high: new Float64Array(rows), low: new Float64Array(rows), error: new Float64Array(rows) };
  const upper = x.map(upperHalf);
  const lower = x.map((value, j) => value - upper[j]);
  const set = (i: number, sum: number, missing: number, size: number) => {
    if (i >= rows) return;
    const { high, low } = twoSum(sum, missing);
    result.high[i] = high;
    result.low[i] = low;
    result.error[i] = errorOf(cols, size);
  };
  // Two rows at a time, because additions in one row must wait for each other. The code of
  // `twoProduct` and `twoSum` stands here twice, because this loop takes nearly all the time.
  for (let i = 0; i < rows; i += 2) {
    const first = i * cols;
    const second = i + 1 < rows ? first + cols : first;
    let [sum, missing, size] = [0, 0, 0];
    let [otherSum, otherMissing, otherSize] = [0, 0, 0];
    for (let j = 0; j < cols; j++) {
      const b = x[j];
      const b1 = upper[j];
      const b2 = lower[j];
      {
        const a = data[first + j];
        const c = SPLITTER * a;
        const a1 = c - (c - a);
        const a2 = a - a1;
        const product = a * b;
        const next = sum + product;
        const part = next - sum;
        missing += sum - (next - part) + (product - part) + (a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2));
        sum = next;
        size += Math.abs(product);
      }
      const a = data[second + j];
      const c = SPLITTER * a;
      const a1 = c - (c - a);
      const a2 = a - a1;
      const product = a * b;
      const next = otherSum + product;
      const part = next - otherSum;
      otherMissing += otherSum - (next - part) + (product - part) + (a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2));
      otherSum = next;
      otherSize += Math.abs(product);
    }
    set(i, sum, missing, size);
    set(i + 1, otherSum, otherMissing, otherSize);
  }
  return result;
}

/**
 * A'x in the same way, for all rows of A or for those with these numbers, one for each entry of x.
 */
export function columnSums({ rows: all, cols, data }: Matrix, x: Float64Array, numbers?: Uint32Array): Doubled {
  const rows = numbers?.length ?? all;
  const startOf = (i: number) => (numbers === undefined ? i : numbers[i]) * cols;
  const high = new Float64Array(cols);
  const low = new Float64Array(cols);
  const error = new Float64Array(cols);
  for (let i = 0; i < rows; i += 2) {
    const first = startOf(i);
    const second = i + 1 < rows ? startOf(i + 1) : first;
    const b = x[i];
    const b1 = upperHalf(b);
    const b2 = b - b1;
    const other = i + 1 < rows ? x[i + 1] : 0;
    const other1 = upperHalf(other);
    const other2 = other - other1;
    for (let j = 0; j < cols; j++) {
      const before = high[j];
      const a = data[first + j];
      const c = SPLITTER * a;
      const a1 = c - (c - a);
      const a2 = a - a1;
      const product = a * b;
      const next = before + product;
      const part = next - before;
      const missing = before - (next - part) + (product - part) + (a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2));
      const d = data[second + j];
      const e = SPLITTER * d;
      const d1 = e - (e - d);
      const d2 = d - d1;
      const more = d * other;
      const last = next + more;
      const gone = last - next;
      low[j] +=
        missing +
        (next - (last - gone) + (more - gone) + (d2 * other2 - (more - d1 * other1 - d2 * other1 - d1 * other2)));
      high[j] = last;
      error[j] += Math.abs(product) + Math.abs(more);
    }
  }
  for (let j = 0; j < cols; j++) {
    const sum = twoSum(high[j], low[j]);
    high[j] = sum.high;
    low[j] = sum.low;
    error[j] = errorOf(rows, error[j]);
  }
  return { high, low, error };
}

/**
 * The rounding errors of n products and n sums are found exactly, but adding them up rounds again:
 * that is off by less than (n u)^2 of the sum of the products' sizes.
 */
function errorOf(n: number, size: number): number {
  const share = (n + 8) * ROUNDOFF;
  return share * share * size + n * UNDERFLOW;
}

/** factor (mean of the rows), with about 32 digits. */
export function meanTimes(factor: number, rows: Matrix): Doubled {
  const { high, low, error } = columnSums(rows, new Float64Array(rows.rows).fill(1));
  const count = pair(rows.rows);
  for (let j = 0; j < rows.cols; j++) {
    const mean = times(over({ high: high[j], low: low[j] }, count), factor);
    high[j] = mean.high;
    low[j] = mean.low;
    error[j] = factor * (error[j] / rows.rows) * (1 + 8 * ROUNDOFF) + PAIRS * Math.abs(mean.high);
  }
  return { high, low, error };
}
