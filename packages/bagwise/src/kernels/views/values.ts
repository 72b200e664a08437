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
  const norms = squaredNorms(left);
  toDistances(result, { left, right: left, leftNorms: norms, rightNorms: norms });
  return result;
}

/** Adds exp(-distance / width) for all squared distances. */
export function addGaussian(total: Matrix, distances: Matrix, width: number): void {
  linearAlgebra().addExponentials(total.data, distances.data, width);
}

/** Adds exp(-distance / width) for all rows of `left` with all rows of `right`. */
export function addGaussianBetween(total: Matrix, left: Matrix, right: Matrix, width: number): void {
  const leftNorms = squaredNorms(left);
  const rightNorms = squaredNorms(right);
  for (const { first, at, products } of productBlocks(left, right)) {
    toDistances(products, { left, right, first, leftNorms, rightNorms });
    linearAlgebra().addExponentials(total.data.subarray(at, at + products.data.length), products.data, width);
  }
}

/** Some rows of a product: their inner products with all rows of the right side. */
interface ProductBlock {
  /** The first row, and where its values stand among all. */
  readonly first: number;
  readonly at: number;
  /** Overwritten by the next block. */
  readonly products: Matrix;
}

function* productBlocks(left: Matrix, right: Matrix): Generator<ProductBlock> {
  const buffer = new Float64Array(Math.min(ROWS, left.rows) * right.rows);
  for (let first = 0; first < left.rows; first += ROWS) {
    const rows = Math.min(ROWS, left.rows - first);
    const part = matrix(rows, left.cols, left.data.subarray(first * left.cols, (first + rows) * left.cols));
    const out = matrix(rows, right.rows, buffer.subarray(0, rows * right.rows));
    yield { first, at: first * right.rows, products: linearAlgebra().gemmNT(part, right, { out }) };
  }
}
