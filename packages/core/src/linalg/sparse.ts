import { type Matrix, matrix } from "./matrix.js";

/** A sparse matrix in compressed rows: row r has the entries offsets[r] to offsets[r + 1] - 1. */
export interface SparseMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly offsets: Uint32Array;
  /** The column of each entry, ascending within a row. */
  readonly indices: Uint32Array;
  readonly values: Float64Array;
}

/** A dense matrix, or a sparse one: what can be multiplied by a few vectors at a time. */
export type AnyMatrix = Matrix | SparseMatrix;

export function isSparse(x: AnyMatrix): x is SparseMatrix {
  return "offsets" in x;
}

/**
 * The products of some rows of X with the k columns of `right`, added to `out`: out[r k + c] += X[rows[r]]
 * . right[., c]. Vectors are stored side by side, so that each entry of X is read once for all of them.
 * Costs k operations per entry.
 */
export function addProducts(x: AnyMatrix, rows: Uint32Array, right: Float64Array, k: number, out: Float64Array): void {
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r];
    const at = r * k;
    if (isSparse(x)) {
      const { offsets, indices, values } = x;
      if (k === 2) {
        let a = 0;
        let b = 0;
        for (let e = offsets[row]; e < offsets[row + 1]; e++) {
          const from = 2 * indices[e];
          a += values[e] * right[from];
          b += values[e] * right[from + 1];
        }
        out[at] += a;
        out[at + 1] += b;
      } else
        for (let e = offsets[row]; e < offsets[row + 1]; e++) {
          const value = values[e];
          const from = indices[e] * k;
          for (let c = 0; c < k; c++) out[at + c] += value * right[from + c];
        }
    } else
      for (let j = 0, from = 0; j < x.cols; j++, from += k) {
        const value = x.data[row * x.cols + j];
        for (let c = 0; c < k; c++) out[at + c] += value * right[from + c];
      }
  }
}

/**
 * The products of the transpose of some rows with k vectors, added to `out`: out[j k + c] += sum over r of
 * X[rows[r], j] left[r, c]. Costs k operations per entry.
 */
export function addTransposed(x: AnyMatrix, rows: Uint32Array, left: Float64Array, k: number, out: Float64Array): void {
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r];
    const at = r * k;
    if (isSparse(x)) {
      const { offsets, indices, values } = x;
      if (k === 2) {
        const a = left[at];
        const b = left[at + 1];
        for (let e = offsets[row]; e < offsets[row + 1]; e++) {
          const to = 2 * indices[e];
          out[to] += values[e] * a;
          out[to + 1] += values[e] * b;
        }
      } else
        for (let e = offsets[row]; e < offsets[row + 1]; e++) {
          const value = values[e];
          const to = indices[e] * k;
          for (let c = 0; c < k; c++) out[to + c] += value * left[at + c];
        }
    } else
      for (let j = 0, to = 0; j < x.cols; j++, to += k) {
        const value = x.data[row * x.cols + j];
        for (let c = 0; c < k; c++) out[to + c] += value * left[at + c];
      }
  }
}

/** X Q, for a sparse X and a dense Q. Costs an operation per entry of X and column of Q. */
export function sparseProduct(x: SparseMatrix, q: Matrix): Matrix {
  const out = matrix(x.rows, q.cols);
  addProducts(x, allRows(x.rows), q.data, q.cols, out.data);
  return out;
}

/** X' Y, for a sparse X and a dense Y. */
export function sparseTransposedProduct(x: SparseMatrix, y: Matrix): Matrix {
  const out = matrix(x.cols, y.cols);
  addTransposed(x, allRows(x.rows), y.data, y.cols, out.data);
  return out;
}

/** The numbers of n rows. */
export function allRows(n: number): Uint32Array {
  return Uint32Array.from({ length: n }, (_, row) => row);
}
