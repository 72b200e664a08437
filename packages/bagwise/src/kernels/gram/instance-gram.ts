import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../kernel.js";
import { raise } from "../power.js";
import { distanceFromProduct, squaredNorms } from "./distances.js";

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
      distances(result, a, b ?? a);
      decay(data, 0.5 / (kernel.width * kernel.width));
      break;
    case "laplace":
      distances(result, a, b ?? a);
      for (let i = 0; i < data.length; i++) data[i] = Math.sqrt(data[i]);
      decay(data, 1 / kernel.width);
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

/** Squared distances in place of inner products. */
function distances({ rows, cols, data }: Matrix, a: Matrix, b: Matrix): void {
  const left = squaredNorms(a);
  const right = a === b ? left : squaredNorms(b);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) data[at] = distanceFromProduct(data[at], left[i] + right[j], a, i, b, j);
  }
}

/** Numbers that are exponentiated at a time. */
const AT_A_TIME = 2 ** 13;

/** exp(-factor x) in place of every x, with the bits of `exp`. */
function decay(data: Float64Array, factor: number): void {
  const algebra = linearAlgebra();
  const powers = new Float64Array(Math.min(AT_A_TIME, data.length));
  for (let from = 0; from < data.length; from += AT_A_TIME) {
    const some = data.subarray(from, from + AT_A_TIME);
    const own = powers.subarray(0, some.length);
    for (let i = 0; i < some.length; i++) some[i] *= factor;
    own.fill(0);
    algebra.addExponentials(own, some, 1);
    some.set(own);
  }
}
