import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { squaredNorms, toDistances } from "../gram/distances.js";

/** So many rows are compared at a time that their values stay in the cache. */
const ROWS = 128;

/**
 * Adds ((1 + cosine) / 2)^2 for all rows of `left` with all rows of `right`, which are unit
 * vectors. Without `right`, among the rows of `left`.
 */
export function addCosines(total: Matrix, left: Matrix, right?: Matrix): void {
  if (right === undefined) addHalves(total.data, 0, linearAlgebra().syrk(left).data);
  else for (const { at, products } of productBlocks(left, right)) addHalves(total.data, at, products.data);
}

function addHalves(total: Float64Array, at: number, cosines: Float64Array): void {
  for (let k = 0; k < cosines.length; k++) {
    const cosine = cosines[k];
    const half = (1 + (cosine > 1 ? 1 : cosine < -1 ? -1 : cosine)) / 2;
    total[at + k] += half * half;
  }
}

/**
 * The squared distances among the rows of `left`, exactly symmetric.
 */
export function squaredDistances(left: Matrix): Matrix {
  const result = linearAlgebra().syrk(left);
  toDistances(result, left, left);
  return result;
}

/** Adds exp(-distance / width) for all squared distances. */
export function addGaussian(total: Matrix, distances: Matrix, width: number): void {
  linearAlgebra().addExponentials(total.data, distances.data, width);
}

/** Adds exp(-distance / width) for all rows of `left` with all rows of `right`. */
export function addGaussianBetween(total: Matrix, left: Matrix, right: Matrix, width: number): void {
  const norms = squaredNorms(right);
  for (const { rows, at, products } of productBlocks(left, right)) {
    toDistances(products, rows, right, norms);
    linearAlgebra().addExponentials(total.data.subarray(at, at + products.data.length), products.data, width);
  }
}

/** Some rows of a product: their inner products with all rows of the right side. */
interface ProductBlock {
  readonly rows: Matrix;
  /** Where the values of the first of them stand among all. */
  readonly at: number;
  /** Overwritten by the next block. */
  readonly products: Matrix;
}

function* productBlocks(left: Matrix, right: Matrix): Generator<ProductBlock> {
  const buffer = new Float64Array(Math.min(ROWS, left.rows) * right.rows);
  for (let first = 0; first < left.rows; first += ROWS) {
    const count = Math.min(ROWS, left.rows - first);
    const rows = matrix(count, left.cols, left.data.subarray(first * left.cols, (first + count) * left.cols));
    const out = matrix(count, right.rows, buffer.subarray(0, count * right.rows));
    yield { rows, at: first * right.rows, products: linearAlgebra().gemmNT(rows, right, { out }) };
  }
}
