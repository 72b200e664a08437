import { CANCELLED_DISTANCE, distanceFromProduct, squaredNorms } from "../../kernels/gram/distances.js";
import { type InstanceKernel, instanceKind } from "../../kernels/instance-kernel.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix, transpose } from "../../linalg/matrix.js";
import type { Changes } from "./changed-statistics.js";

/** The statistics of the centres, prepared for products with vectors that differ little. */
export interface CentreVectors {
  readonly rows: Matrix;
  /** One feature per row. */
  readonly columns: Matrix;
  readonly squares: Float64Array;
}

export function centreVectors(rows: Matrix): CentreVectors {
  return { rows, columns: transpose(rows), squares: squaredNorms(rows) };
}

/** Some vectors, one per row of the products, in the form that kernels of vectors need. */
export interface Vectors {
  /** Inner products with the centres. */
  readonly products: Matrix;
  /** Squared norms. */
  readonly squares: Float64Array;
  /** The vector itself, built on demand. */
  row(r: number): Float64Array;
}

/**
 * The base, then vectors that differ from it in few places: products and norms of the base,
 * corrected. With `dense`, the last columns of vector r come from its row r. `known` are the
 * products of the base without those columns, if known.
 */
export function changedVectors(
  changes: Changes,
  centres: CentreVectors,
  dense?: Matrix,
  known?: Float64Array,
): Vectors {
  const { base, offsets, columns, values } = changes;
  const count = offsets.length;
  const centre = centres.rows.rows;
  const sparse = base.length - (dense?.cols ?? 0);
  const own = known ?? new Float64Array(centre);
  if (known === undefined) for (let j = 0; j < sparse; j++) addRow(own, 0, centres.columns, j, base[j]);
  const products = dense === undefined ? matrix(count, centre) : denseProducts(dense, centres);
  const squares = dense === undefined ? new Float64Array(count) : squaredNorms(dense);
  let length = 0;
  for (let j = 0; j < sparse; j++) length += base[j] * base[j];
  const row = (r: number): Float64Array => {
    const vector = base.slice();
    if (dense !== undefined) vector.set(dense.data.subarray(r * dense.cols, (r + 1) * dense.cols), sparse);
    if (r > 0) for (let k = offsets[r - 1]; k < offsets[r]; k++) vector[columns[k]] = values[k];
    return vector;
  };
  for (let r = 0; r < count; r++) {
    const at = r * centre;
    for (let l = 0; l < centre; l++) products.data[at + l] += own[l];
    squares[r] += length;
    if (r === 0) continue;
    for (let k = offsets[r - 1]; k < offsets[r]; k++) {
      const before = base[columns[k]];
      addRow(products.data, at, centres.columns, columns[k], values[k] - before);
      squares[r] += (values[k] - before) * (values[k] + before);
    }
    // Nearly all of the base was subtracted again, and its digits with it.
    if (squares[r] <= CANCELLED_DISTANCE * length) {
      const exact = row(r);
      squares[r] = exact.reduce((sum, value) => sum + value * value, 0);
      products.data.set(linearAlgebra().gemv(centres.rows, exact), at);
    }
  }
  return { products, squares, row };
}

/** The products of the last columns only. */
function denseProducts(dense: Matrix, { rows }: CentreVectors): Matrix {
  if (dense.cols === rows.cols) return linearAlgebra().gemmNT(dense, rows);
  const last = matrix(rows.rows, dense.cols);
  for (let l = 0; l < rows.rows; l++)
    last.data.set(rows.data.subarray((l + 1) * rows.cols - dense.cols, (l + 1) * rows.cols), l * dense.cols);
  return linearAlgebra().gemmNT(dense, last);
}

function addRow(to: Float64Array, at: number, { cols, data }: Matrix, row: number, factor: number): void {
  if (factor === 0) return;
  for (let l = 0, from = row * cols; l < cols; l++, from++) to[at + l] += factor * data[from];
}

/** The kernel between vectors and centres, as in `instanceGram`. */
export function kernelOfProducts(kernel: InstanceKernel, vectors: Vectors, centres: CentreVectors): Matrix {
  const result = matrix(vectors.products.rows, vectors.products.cols, vectors.products.data.slice());
  instanceKind(kernel.type).values(kernel, result, {
    squares: () => [vectors.squares, centres.squares],
    same: false,
    toDistances: (products) => {
      toDistancesFrom(products, vectors, centres);
    },
  });
  return result;
}

/** Squared distances in place of inner products; a vector itself is built only if its product has lost digits. */
function toDistancesFrom({ rows, cols, data }: Matrix, vectors: Vectors, centres: CentreVectors): void {
  for (let r = 0, at = 0; r < rows; r++) {
    let exact: Matrix | undefined;
    for (let l = 0; l < cols; l++, at++) {
      const lengths = vectors.squares[r] + centres.squares[l];
      if (lengths - 2 * data[at] <= CANCELLED_DISTANCE * lengths && exact === undefined)
        exact = matrix(1, centres.rows.cols, vectors.row(r));
      data[at] =
        exact === undefined
          ? lengths - 2 * data[at]
          : distanceFromProduct(data[at], lengths, exact, 0, centres.rows, l);
    }
  }
}

/** The kernel of every vector with itself. */
export function selfOfProducts(kernel: InstanceKernel, { squares }: Vectors): Float64Array {
  return instanceKind(kernel.type).self(kernel, squares.slice());
}
