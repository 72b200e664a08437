import type { Matrix } from "../../linalg/matrix.js";
import { medianInPlace } from "./median.js";

/**
 * A deviation below this fraction of the largest value of its feature is rounding: such a column is
 * constant. Files round to ten digits or so.
 */
const ROUNDING = 2 ** -26;
/** What a column without spread is divided by, so that it has no say whatever its unit. */
const NO_SPREAD = 2 ** 1000;

/** The mean, the standard deviation (denominator n) and the largest magnitude of every column. */
export interface ColumnMoments {
  readonly centre: Float64Array;
  readonly deviation: Float64Array;
  readonly largest: Float64Array;
}

/** How the views scale the columns of the `min-max-mean` statistic, see `viewScale`. */
export interface ViewScale {
  /** The means of the 3 d columns. */
  readonly centre: Float64Array;
  /** The divisors of the 3 d columns. Above 0. */
  readonly scale: Float64Array;
  /** For the direction of the mean: the divisors of the d features of a group, 0 for all others. */
  readonly direction: Float64Array;
}

/**
 * The scale of every column of the `min-max-mean` statistic, so that no view depends on the unit of a
 * feature: its own standard deviation. A column without spread is divided by 2^1000, so that it stays
 * near 0. The direction of the mean needs no scale for such ordinary features: it takes normal scores.
 *
 * `reliability` says how far the mean of a bag can be trusted, by feature (`reliabilityOf`); default equally. A
 * deviation is divided by the square root of it: distances are then about differences between bags, not about
 * the instances that a bag happens to have.
 *
 * `groups` are features that form a vector with one unit, such as counts of words; default none. They
 * are scaled together, however reliable each is. The direction has one divisor for all of a group, the median
 * deviation of their means. The other views divide by the geometric mean of this and a feature's own deviation: a common
 * divisor alone would mute all but the largest, and only their own would forget which are large. Only
 * the median makes a group one, so a feature with a foreign unit spoils no other. O(columns).
 */
export function viewScale(
  { centre, deviation, largest }: ColumnMoments,
  {
    groups = [],
    reliability,
  }: { readonly groups?: readonly Uint32Array[] | undefined; readonly reliability?: Float64Array | undefined } = {},
): ViewScale {
  const dimension = centre.length / 3;
  const spread = deviation.map((each, c) => {
    const j = c % dimension;
    return each > ROUNDING * Math.max(largest[j], largest[dimension + j]) ? each : 0;
  });
  const scale = spread.map((each, c) =>
    each === 0 ? NO_SPREAD : reliability ? each / Math.sqrt(reliability[c % dimension]) : each,
  );
  const direction = new Float64Array(dimension);
  for (const group of groups) {
    for (const part of [0, 1, 2]) {
      const columns = group.map((j) => part * dimension + j);
      const common = medianOfSome(Float64Array.from(columns, (c) => spread[c]));
      for (const c of columns) scale[c] = Math.sqrt(common) * Math.sqrt(spread[c] || common);
      if (part === 2) for (const j of group) direction[j] = common;
    }
  }
  return { centre, scale, direction };
}

/** The median of those above 0; if there are none, as for a column without spread. */
function medianOfSome(spreads: Float64Array): number {
  const some = spreads.filter((each) => each > 0);
  return some.length === 0 ? NO_SPREAD : medianInPlace(some);
}

/**
 * The moments of a matrix. Computed relative to the first row, so that a constant column has
 * deviation exactly 0.
 */
export function momentsOf({ rows, cols, data }: Matrix): ColumnMoments {
  const first = data.subarray(0, cols);
  const centre = new Float64Array(cols);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) centre[j] += data[at] - first[j];
  for (let j = 0; j < cols; j++) centre[j] = first[j] + centre[j] / rows;
  const farthest = new Float64Array(cols);
  const largest = new Float64Array(cols);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) {
      farthest[j] = Math.max(farthest[j], Math.abs(data[at] - centre[j]));
      largest[j] = Math.max(largest[j], Math.abs(data[at]));
    }
  }
  const unit = farthest.map(squarable);
  const deviation = new Float64Array(cols);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) {
      const difference = (data[at] - centre[j]) / unit[j];
      deviation[j] += difference * difference;
    }
  }
  for (let j = 0; j < cols; j++) deviation[j] = unit[j] * Math.sqrt(deviation[j] / rows);
  return { centre, deviation, largest };
}

/**
 * A power of two to divide by so that no square overflows or underflows. 1 unless the number is
 * extreme.
 */
export function squarable(farthest: number): number {
  return farthest > 2 ** 400 ? 2 ** 600 : farthest > 0 && farthest < 2 ** -400 ? 2 ** -600 : 1;
}
