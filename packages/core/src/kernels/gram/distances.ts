import type { Matrix } from "../../linalg/matrix.js";

/**
 * Below this fraction of |x|^2 + |y|^2, the expansion |x|^2 + |y|^2 - 2 x.y has lost digits, so
 * squared differences are summed instead.
 */
export const CANCELLED_DISTANCE = 1e-6;

/** The squared norm of every row. */
export function squaredNorms({ rows, cols, data }: Matrix): Float64Array {
  const norms = new Float64Array(rows);
  for (let i = 0, at = 0; i < rows; i++) {
    let sum = 0;
    for (const end = at + cols; at < end; at++) sum += data[at] * data[at];
    norms[i] = sum;
  }
  return norms;
}

/**
 * |x - y|^2 for row i of `a` and row j of `b`, from their differences. Symmetric, and exactly 0 for
 * equal rows.
 */
export function squaredDistance(a: Matrix, i: number, b: Matrix, j: number): number {
  const { cols } = a;
  let sum = 0;
  for (let k = 0, p = i * cols, q = j * cols; k < cols; k++, p++, q++) {
    const difference = a.data[p] - b.data[q];
    sum += difference * difference;
  }
  return sum;
}

/**
 * |x - y|^2 from the inner product and the squared norms, or from the differences if these cancel.
 */
export function distanceFromProduct(
  product: number,
  lengths: number,
  a: Matrix,
  i: number,
  b: Matrix,
  j: number,
): number {
  const squared = lengths - 2 * product;
  return squared > CANCELLED_DISTANCE * lengths ? squared : squaredDistance(a, i, b, j);
}

/**
 * Turns the inner products of the rows of `a` with those of `b` into squared distances, in place. Where
 * these cancel, they are computed from the differences. `norms` are the squared norms of the rows of `b`.
 */
export function toDistances({ rows, cols, data }: Matrix, a: Matrix, b: Matrix, norms = squaredNorms(b)): void {
  const left = squaredNorms(a);
  for (let i = 0, at = 0; i < rows; i++) {
    const own = left[i];
    for (let j = 0; j < cols; j++, at++) {
      const lengths = own + norms[j];
      const squared = lengths - 2 * data[at];
      data[at] = squared > CANCELLED_DISTANCE * lengths ? squared : squaredDistance(a, i, b, j);
    }
  }
}
