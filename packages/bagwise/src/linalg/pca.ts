import { InputError } from "../base/errors.js";
import { linearAlgebra } from "./backend.js";
import { type Eigen, eigenSymmetric } from "./eigen.js";
import { type Matrix, matrix } from "./matrix.js";
import { addRow, dot, fixSign, scaleOf } from "./rows.js";

interface PcaOptions {
  /** The most axes, a whole number from 1 up. Default all. */
  readonly dimensions?: number;
}

/**
 * The mean of some rows and the orthogonal directions in which they spread most: x is (x - mean) .
 * axis along an axis.
 */
interface PrincipalAxes {
  /** As of the eigenvalues; unless `converged`, axes and deviations are NaN. */
  readonly status: Eigen["status"];
  readonly mean: Float64Array;
  /**
   * One axis a row, of length 1, the widest spread first; the entry of largest magnitude is
   * positive.
   */
  readonly axes: Matrix;
  /** The standard deviation along each axis, with n - 1 in the denominator. */
  readonly deviations: Float64Array;
}

/**
 * Variances below this share of the largest are rounding errors of the rows, and their directions
 * are arbitrary.
 */
const NEGLIGIBLE = 1e-10;

/**
 * Principal component analysis (Pearson 1901): the principal axes of the rows of a matrix.
 *
 * There are as many axes as `dimensions` asks for, or as the rows have directions with a spread if
 * that is less, but at least one: rows that are all equal have an axis with a deviation of 0.
 * Eigenvalues of the smaller of X'X and XX', so about min(n, d) n d + 9 min(n, d)^3 operations. An
 * InputError without rows or columns.
 */
export function principalAxes(rows: Matrix, { dimensions = rows.cols }: PcaOptions = {}): PrincipalAxes {
  checkSizes(rows, dimensions);
  const { rows: n, cols: d } = rows;
  const { mean, centred } = centre(rows);
  const scale = scaleOf(centred.data);
  // Rows that are not finite go on as they are: the eigenvalues say so.
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
  // Counted from the first row, so that the mean of a constant column is that constant to the last
  // bit and rounding is not taken for a spread; divided before they are added, because the sum of
  // huge numbers may be too large although their mean is not.
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) mean[j] += (data[at] - data[j]) / rows;
  for (let j = 0; j < cols; j++) mean[j] += data[j];
  const centred = matrix(rows, cols);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) centred.data[at] = data[at] - mean[j];
  return { mean, centred };
}

/**
 * Gram-Schmidt, done twice: X'u is orthogonal to the axes before it only to the precision of its
 * own, perhaps small, eigenvalue.
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
