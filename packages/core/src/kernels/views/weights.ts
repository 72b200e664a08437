import type { Matrix } from "../../linalg/matrix.js";
import { squarable } from "./scale.js";

/**
 * A difference of means below this fraction of the column's centre is rounding: the computed mean
 * of three times 0.1 is not 0.1.
 */
const ROUNDING = 1e-12;
/**
 * A difference that exceeds its standard error by less than this share of the variances equals it: with few bags both
 * are often equal, and rounding must not say which is larger.
 */
const EQUAL = 1e-9;

/**
 * How well each column separates the positive bags from the others, from 0 to 1: sqrt(max(0, 1 - 1
 * / t^2)), where t is Welch's t statistic of the two means. This is the James-Stein factor that
 * shrinks a noisy difference: a column whose difference does not exceed its standard error gets
 * weight 0.
 *
 * All weights are 1 if a side has fewer than two bags, or if no column exceeds its noise.
 */
export function separationWeights(
  x: Matrix,
  centre: Float64Array,
  { positive, other }: { positive: ArrayLike<number>; other: ArrayLike<number> },
): Float64Array {
  const weight = new Float64Array(x.cols);
  if (positive.length < 2 || other.length < 2) return weight.fill(1);
  const unit = farthest(x, centre, [positive, other]).map(squarable);
  const p = momentsOf(x, { centre, unit }, positive);
  const u = momentsOf(x, { centre, unit }, other);
  let any = false;
  for (let j = 0; j < x.cols; j++) {
    const difference = p.mean[j] - u.mean[j];
    const squared = difference * difference;
    const noise = p.variance[j] / positive.length + u.variance[j] / other.length;
    if (squared * (1 - EQUAL) > noise && Math.abs(difference) * unit[j] > ROUNDING * Math.abs(centre[j]))
      weight[j] = Math.sqrt(1 - noise / squared);
    any ||= weight[j] > 0;
  }
  return any ? weight : weight.fill(1);
}

/** How far each column goes from its centre in these rows. */
function farthest({ cols, data }: Matrix, centre: Float64Array, sides: readonly ArrayLike<number>[]): Float64Array {
  const most = new Float64Array(cols);
  for (const rows of sides) {
    for (let k = 0; k < rows.length; k++)
      for (let j = 0, at = rows[k] * cols; j < cols; j++, at++)
        most[j] = Math.max(most[j], Math.abs(data[at] - centre[j]));
  }
  return most;
}

/**
 * The mean relative to the centre, and the sample variance (n - 1), of every column over these
 * rows, each in its unit.
 */
function momentsOf(
  { cols, data }: Matrix,
  { centre, unit }: { readonly centre: Float64Array; readonly unit: Float64Array },
  rows: ArrayLike<number>,
) {
  const mean = new Float64Array(cols);
  const variance = new Float64Array(cols);
  for (let k = 0; k < rows.length; k++)
    for (let j = 0, at = rows[k] * cols; j < cols; j++, at++) mean[j] += (data[at] - centre[j]) / unit[j];
  for (let j = 0; j < cols; j++) mean[j] /= rows.length;
  for (let k = 0; k < rows.length; k++) {
    for (let j = 0, at = rows[k] * cols; j < cols; j++, at++) {
      const difference = (data[at] - centre[j]) / unit[j] - mean[j];
      variance[j] += difference * difference;
    }
  }
  for (let j = 0; j < cols; j++) variance[j] /= rows.length - 1;
  return { mean, variance };
}
