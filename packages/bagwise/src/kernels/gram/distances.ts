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

/** Rows whose inner products are known. */
export interface ProductSides {
  readonly left: Matrix;
  readonly right: Matrix;
  /** The row of `left` that the first row of products belongs to. Default 0. */
  readonly first?: number;
  /** The squared norms of all rows of both sides. */
  readonly leftNorms: Float64Array;
  readonly rightNorms: Float64Array;
  /** Whether to stop at the diagonal of a symmetric matrix. Default false. */
  readonly half?: boolean;
}

/**
 * Turns inner products into squared distances, in place. Where these cancel, they are computed from
 * the differences.
 */
export function toDistances(
  { rows, cols, data }: Matrix,
  { left, right, first = 0, leftNorms, rightNorms, half }: ProductSides,
): void {
  for (let i = 0; i < rows; i++) {
    const own = leftNorms[first + i];
    const end = half ? i + 1 : cols;
    for (let j = 0, at = i * cols; j < end; j++, at++) {
      const lengths = own + rightNorms[j];
      const squared = lengths - 2 * data[at];
      data[at] = squared > CANCELLED_DISTANCE * lengths ? squared : squaredDistance(left, first + i, right, j);
    }
  }
}
