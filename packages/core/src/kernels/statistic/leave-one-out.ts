import type { BagRows } from "./statistic.js";

/**
 * The minimum and maximum of every feature of a bag, which instance holds them, and what they are
 * without that instance.
 */
export interface Extremes {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /**
   * The instance, counted from 0 in the bag, that holds the minimum. -1 if several do, because then
   * the minimum stays whichever instance you leave out.
   */
  readonly lowHolder: Int32Array;
  readonly highHolder: Int32Array;
  /** The minimum without its holder. The same as `low` if there is no single holder. */
  readonly lowNext: Float64Array;
  readonly highNext: Float64Array;
  /** The sum of each feature. */
  readonly sum: Float64Array;
}

/**
 * The extremes of a bag with at least two instances, in one pass. With one instance, the next
 * values are not finite.
 */
export function extremesOf({ data, start, size, width }: BagRows): Extremes {
  const low = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  const lowNext = low.slice();
  const highNext = high.slice();
  const lowHolder = new Int32Array(width);
  const highHolder = new Int32Array(width);
  const sum = new Float64Array(width);
  for (let i = 0, at = start * width; i < size; i++) {
    for (let j = 0; j < width; j++, at++) {
      // Adding 0 turns -0 into 0, as the statistics do.
      const value = data[at] + 0;
      sum[j] += value;
      if (value < low[j]) {
        lowNext[j] = low[j];
        low[j] = value;
        lowHolder[j] = i;
      } else if (value < lowNext[j]) lowNext[j] = value;
      if (value > high[j]) {
        highNext[j] = high[j];
        high[j] = value;
        highHolder[j] = i;
      } else if (value > highNext[j]) highNext[j] = value;
    }
  }
  for (let j = 0; j < width; j++) {
    if (lowNext[j] === low[j]) lowHolder[j] = -1;
    if (highNext[j] === high[j]) highHolder[j] = -1;
  }
  return { low, high, lowHolder, highHolder, lowNext, highNext, sum };
}

/**
 * If a sum without its largest part is below this fraction of it, too many digits have cancelled.
 */
export const CANCELLED_SUM = 1e-6;

/**
 * The mean of feature j over all instances but i, given the sum over all of them. If instance i is
 * nearly all of the sum, the other values are added up instead.
 */
export function meanWithout({ data, start, size, width }: BagRows, sum: number, i: number, j: number): number {
  const own = data[(start + i) * width + j];
  const rest = sum - own;
  if (Math.abs(rest) > CANCELLED_SUM * Math.abs(own) || own === 0) return rest / (size - 1);
  let others = 0;
  for (let k = 0; k < size; k++) if (k !== i) others += data[(start + k) * width + j];
  return others / (size - 1);
}

/** The minimum, maximum and mean of every feature in a bag without one of its instances. */
export interface Others {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly mean: Float64Array;
}

/**
 * The `Others` of instance i in a bag of at least two. The mean stays within the extremes despite
 * rounding. O(features).
 */
export function othersOf(rows: BagRows, extremes: Extremes, i: number): Others {
  const { width } = rows;
  const low = new Float64Array(width);
  const high = new Float64Array(width);
  const mean = new Float64Array(width);
  for (let j = 0; j < width; j++) {
    low[j] = extremes.lowHolder[j] === i ? extremes.lowNext[j] : extremes.low[j];
    high[j] = extremes.highHolder[j] === i ? extremes.highNext[j] : extremes.high[j];
    mean[j] = Math.min(high[j], Math.max(low[j], meanWithout(rows, extremes.sum[j], i, j)));
  }
  return { low, high, mean };
}
