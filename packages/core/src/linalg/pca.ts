import { InputError } from "../base/errors.js";
import { linearAlgebra } from "./backend.js";
import { type Eigen, eigenSymmetric } from "./eigen.js";
import { type Matrix, matrix } from "./matrix.js";
import { addRow, dot, fixSign, scaleOf } from "./rows.js";

interface PcaOptions {
  /** The maximum number of axes, at least 1. Default: all. */
  readonly dimensions?: number;
}

/**
 * The mean of some rows and the orthogonal directions in which they vary most. The coordinate of x
 * along an axis is (x - mean) . axis.
 */
interface PrincipalAxes {
  /** As for the eigenvalues. Unless `converged`, axes and deviations are NaN. */
  readonly status: Eigen["status"];
  readonly mean: Float64Array;
  /**
   * One unit axis per row, the largest variance first. The entry of largest magnitude is positive.
   */
  readonly axes: Matrix;
  /** The standard deviation along each axis, with n - 1 in the denominator. */
  readonly deviations: Float64Array;
}

/**
 * Variances below this fraction of the largest are rounding errors, and their directions are
 * arbitrary.
 */
const NEGLIGIBLE = 1e-10;

/**
 * Principal component analysis (Pearson 1901): the principal axes of the rows of a matrix.
 *
 * Returns at most `dimensions` axes, fewer if the rows vary in fewer directions, but at least one:
 * if all rows are equal, there is one axis with deviation 0. Uses the eigenvalues of the smaller of
 * X'X and XX', so it costs about min(n, d) n d + 9 min(n, d)^3 operations. Throws an InputError
 * without rows or columns.
 */
export function principalAxes(rows: Matrix, { dimensions = rows.cols }: PcaOptions = {}): PrincipalAxes {
  checkSizes(rows, dimensions);
  const { rows: n, cols: d } = rows;
  const { mean, centred } = centre(rows);
  const scale = scaleOf(centred.data);
  // Leave rows that are not finite as they are. The status of the eigenvalues reports them.
  if (Number.isFinite(scale)) for (let k = 0; k < centred.data.length; k++) centred.data[k] *= scale;
  const tall = n >= d;
  const algebra = linearAlgebra();
  const eigen = eigenSymmetric(
    tall ? algebra.weightedSyrk(centred, new Float64Array(n).fill(1)) : algebra.syrk(centred),
  );
  if (eigen.status !== "converged") return failed(eigen.status, mean);
  const { values, vectors } = eigen;
  const spread = values.filter((value) => value > NEGLIGIBLE * values[0]).length;
  const kept = Math.max(1, Math.min(dimensions, spread));
  const axes = matrix(kept, d);
  for (let k = 0; k < kept; k++) {
    const vector = Float64Array.from({ length: vectors.rows }, (_, i) => vectors.data[i * vectors.cols + k]);
    axes.data.set(tall ? vector : algebra.gemvT(centred, vector), k * d);
  }
  if (spread === 0) axes.data.fill(0).fill(1, 0, 1);
  else if (!tall) orthonormalise(axes);
  for (let k = 0; k < kept; k++) fixSign(axes.data, k * d, d);
  const deviations = Float64Array.from({ length: kept }, (_, k) =>
    spread === 0 ? 0 : Math.sqrt(values[k] / (n - 1)) / scale,
  );
  return { status: "converged", mean, axes, deviations };
}

function centre({ rows, cols, data }: Matrix): { mean: Float64Array; centred: Matrix } {
  const mean = new Float64Array(cols);
  // Sum differences from the first row, so that the mean of a constant column is exact and rounding
  // does not look like variance. Divide before adding, because the sum of huge numbers can overflow
  // when their mean does not.
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) mean[j] += (data[at] - data[j]) / rows;
  for (let j = 0; j < cols; j++) mean[j] += data[j];
  const centred = matrix(rows, cols);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) centred.data[at] = data[at] - mean[j];
  return { mean, centred };
}

/**
 * Gram-Schmidt, applied twice: X'u is orthogonal to earlier axes only up to the precision of its
 * own, possibly small, eigenvalue.
 */
function orthonormalise({ rows, cols, data }: Matrix): void {
  for (let k = 0; k < rows; k++) {
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < k; i++) {
        addRow(-dot(data, i * cols, data, k * cols, cols), data, i * cols, data, k * cols, cols);
      }
      const length = Math.sqrt(dot(data, k * cols, data, k * cols, cols));
      for (let at = k * cols; at < (k + 1) * cols; at++) data[at] /= length;
    }
  }
}

function failed(status: PrincipalAxes["status"], mean: Float64Array): PrincipalAxes {
  const axes = matrix(1, mean.length, new Float64Array(mean.length).fill(Number.NaN));
  return { status, mean, axes, deviations: Float64Array.of(Number.NaN) };
}

function checkSizes({ rows, cols }: Matrix, dimensions: number): void {
  if (rows > 0 && cols > 0 && Number.isInteger(dimensions) && dimensions >= 1) return;
  throw new InputError({
    code: "shape",
    message: `principalAxes: ${dimensions} axes of ${rows} rows with ${cols} columns`,
    remedy: "Give at least one row and one column, and ask for at least one axis.",
  });
}
