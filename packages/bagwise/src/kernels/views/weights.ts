import type { Matrix } from "../../linalg/matrix.js";

/**
 * A difference of means below this fraction of the column's centre is rounding: the computed mean
 * of three times 0.1 is not 0.1.
 */
const ROUNDING = 1e-12;

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
  const p = momentsOf(x, centre, positive);
  const u = momentsOf(x, centre, other);
  let any = false;
  for (let j = 0; j < x.cols; j++) {
    const difference = p.mean[j] - u.mean[j];
    const squared = difference * difference;
    const noise = p.variance[j] / positive.length + u.variance[j] / other.length;
    if (squared > noise && Math.abs(difference) > ROUNDING * Math.abs(centre[j]))
      weight[j] = Math.sqrt(1 - noise / squared);
    any ||= weight[j] > 0;
  }
  return any ? weight : weight.fill(1);
}

/**
 * The mean relative to the centre, and the sample variance (n - 1), of every column over these
 * rows.
 */
function momentsOf({ cols, data }: Matrix, centre: Float64Array, rows: ArrayLike<number>) {
  const mean = new Float64Array(cols);
  const variance = new Float64Array(cols);
  for (let k = 0; k < rows.length; k++)
    for (let j = 0, at = rows[k] * cols; j < cols; j++, at++) mean[j] += data[at] - centre[j];
  for (let j = 0; j < cols; j++) mean[j] /= rows.length;
  for (let k = 0; k < rows.length; k++) {
    for (let j = 0, at = rows[k] * cols; j < cols; j++, at++) {
      const difference = data[at] - centre[j] - mean[j];
      variance[j] += difference * difference;
    }
  }
  for (let j = 0; j < cols; j++) variance[j] /= rows.length - 1;
  return { mean, variance };
}
