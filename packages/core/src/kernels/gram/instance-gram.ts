import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../kernel.js";
import { raise } from "../power.js";
import { squaredNorms, toDistances } from "./distances.js";

/**
 * The kernel between all rows of `a` and all rows of `b`. Without `b`, between all rows of `a`,
 * exactly symmetric.
 *
 * Takes one matrix product, then one pass over the entries. An entry depends only on its two rows.
 */
export function instanceGram(kernel: InstanceKernel, a: Matrix, b?: Matrix): Matrix {
  const result = b === undefined ? linearAlgebra().syrk(a) : linearAlgebra().gemmNT(a, b);
  const { data } = result;
  switch (kernel.type) {
    case "linear":
      break;
    case "polynomial":
      for (let i = 0; i < data.length; i++) data[i] += kernel.offset;
      raise(data, kernel.degree);
      break;
    case "cosine":
      cosines(result, a, b ?? a);
      break;
    case "gaussian":
    case "laplace":
      toLengths(kernel, result, a, b ?? a);
      decay(kernel, data, data);
      break;
  }
  return result;
}

/** The kernel of every row with itself. */
export function instanceDiagonal(kernel: InstanceKernel, a: Matrix): Float64Array {
  const diagonal = squaredNorms(a);
  switch (kernel.type) {
    case "linear":
      return diagonal;
    case "polynomial":
      for (let i = 0; i < diagonal.length; i++) diagonal[i] += kernel.offset;
      raise(diagonal, kernel.degree);
      return diagonal;
    case "cosine":
      return diagonal.map((norm) => (norm > 0 ? 1 : 0));
    default:
      return diagonal.fill(1);
  }
}

/**
 * Divides the inner products by both norms. A zero row gets similarity 0 to every row, itself
 * included.
 */
function cosines({ rows, cols, data }: Matrix, a: Matrix, b: Matrix): void {
  const left = squaredNorms(a).map(Math.sqrt);
  const right = a === b ? left : squaredNorms(b).map(Math.sqrt);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) {
      const both = left[i] * right[j];
      data[at] = both > 0 ? data[at] / both : 0;
    }
    if (a === b && left[i] > 0) data[i * cols + i] = 1;
  }
}

/** A kernel that falls with the distance. */
export type FallingKernel = Extract<InstanceKernel, { type: "gaussian" | "laplace" }>;

/**
 * What the kernel is the exponential of, in place of inner products: squared distances, or distances for
 * a Laplace kernel.
 */
export function toLengths({ type }: FallingKernel, products: Matrix, left: Matrix, right: Matrix): void {
  toDistances(products, left, right);
  const { data } = products;
  if (type === "laplace") for (let i = 0; i < data.length; i++) data[i] = Math.sqrt(data[i]);
}

/** The kernel from such lengths. */
export function decay(kernel: FallingKernel, lengths: Float64Array, result: Float64Array): void {
  const rate = kernel.type === "gaussian" ? 0.5 / (kernel.width * kernel.width) : 1 / kernel.width;
  linearAlgebra().exponentials(lengths, rate, result);
}
