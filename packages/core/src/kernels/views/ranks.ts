import { normalQuantile } from "../../statistics/normal-quantile.js";

/** Buckets per value. With this many, most values have a bucket to themselves. */
const BUCKETS = 4;
/** Up to this many values are compared one by one. */
const FEW = 4;
/**
 * Values closer than this share of their spread are equal. A mean depends on the order of its terms
 * in the last bits, and files round to ten digits or so; neither may change a rank.
 */
const TIED = 2 ** -26;
/** Values closer than this share of their size are equal, however small their spread. */
const ROUNDING = 2 ** -46;
/** The spread is measured without this share of the values at either end, which may be outliers. */
const ENDS = 0.1;

/**
 * Returns a function that gives the mid-rank of any number among `values`: the fraction of values
 * below it, with equal values counted half, minus 1/2. So it ranges from -1/2 to 1/2, and the
 * middle value gets 0. Values count as equal if they differ by rounding only, see `tieWidth`.
 *
 * Buckets of equal width give the approximate rank, and a binary search within the bucket the exact
 * one. With several buckets per value, that takes one step or none, unless nearly all values share
 * a bucket. Sorts the values up front.
 */
export function midRanks(values: Float64Array): (value: number) => number {
  const sorted = values.toSorted();
  const count = sorted.length;
  const buckets = BUCKETS * count;
  const least = sorted[0];
  const fine = buckets / (sorted[count - 1] - least);
  // If all values are equal, they share one bucket.
  const scale = fine < Infinity ? fine : 0;
  const offset = least * scale;
  // Rounding keeps the order, so all values in a lower bucket are below those in a higher one.
  // Multiply first, because the difference of two numbers may be infinite.
  const last = buckets - 1;
  const bucketOf = (value: number) => {
    const place = value * scale - offset;
    return place < last ? (place > 0 ? place | 0 : 0) : last;
  };
  const tie = tieWidth(sorted);
  const starts = new Uint32Array(buckets + 1);
  for (let k = 0; k < count; k++) starts[bucketOf(sorted[k]) + 1]++;
  for (let b = 0; b < buckets; b++) starts[b + 1] += starts[b];
  return (value) => {
    const bucket = bucketOf(value);
    const end = starts[bucket + 1];
    let below = starts[bucket];
    for (let to = end; to - below > FEW; ) {
      const middle = (below + to) >> 1;
      if (sorted[middle] < value) below = middle + 1;
      else to = middle;
    }
    while (below < end && sorted[below] < value) below++;
    let upTo = below;
    // Most values have no other within reach, so that two comparisons settle them.
    const [low, high] = [value - tie, value + tie];
    if (below > 0 && sorted[below - 1] >= low) below = first(sorted, 0, below, (each) => each >= low);
    if (upTo < count && sorted[upTo] <= high) upTo = first(sorted, upTo, count, (each) => each > high);
    return (below + upTo) / (2 * count) - 0.5;
  };
}

/**
 * The values, ascending, at which a mid-rank rises by half a value: if k of them are at most x, the mid-rank
 * of x is k / (2 count) - 1/2. The same as `midRanks` but for values that lie on a step up to rounding.
 * Values closer than `rounding` times their size are equal, too: for numbers of fewer bits. Default 0.
 */
export function midRankSteps(values: Float64Array, { rounding = 0 } = {}): Float64Array {
  const sorted = values.toSorted();
  const tie = tieWidth(sorted);
  const steps = new Float64Array(2 * sorted.length);
  for (const [k, value] of sorted.entries()) {
    const reach = Math.max(tie, rounding * Math.abs(value));
    steps[2 * k] = value - reach;
    steps[2 * k + 1] = nextUp(value + reach);
  }
  return steps.sort();
}

/** The next larger number. */
function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const number = Float64Array.of(value);
  const bits = new BigInt64Array(number.buffer);
  bits[0] += value > 0 ? 1n : -1n;
  return number[0];
}

/**
 * Returns a function that gives the normal score of a mid-rank among `count` values: the quantile of
 * the standard normal distribution at rank + 1/2. Ranks beyond the first and the last value get their
 * scores. With many equal values most scores are the same, so the spread of a column that is nearly
 * constant stays small.
 */
export function normalScores(count: number): (rank: number) => number {
  const halves = 2 * count;
  const scores = Float64Array.from({ length: halves + 1 }, (_, k) =>
    normalQuantile(Math.min(halves - 1, Math.max(1, k)) / halves),
  );
  return (rank) => scores[Math.round((rank + 0.5) * halves)];
}

/**
 * Values that differ by no more than this are equal: a tiny part of the range between the tenth and
 * the ninetieth percentile. If these are equal, of the whole range.
 */
export function tieWidth(sorted: Float64Array): number {
  const last = sorted.length - 1;
  const skipped = Math.floor(ENDS * last);
  const [low, high] = [sorted[skipped], sorted[last - skipped]];
  const spread = high > low ? high - low : sorted[last] - sorted[0];
  return Math.max(TIED * Math.min(spread, Number.MAX_VALUE), ROUNDING * Math.max(Math.abs(low), Math.abs(high)));
}

/** The first index from `from` up to `to` whose value holds, given that all later ones do. */
function first(sorted: Float64Array, from: number, to: number, holds: (value: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
