import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { type InstanceKernel, instanceKind, type Lengths } from "../instance-kernel.js";
import { squaredNorms, toDistances } from "./distances.js";

/**
 * The kernel between all rows of `a` and all rows of `b`. Without `b`, between all rows of `a`,
 * exactly symmetric.
 *
 * Takes one matrix product, then one pass over the entries. An entry depends only on its two rows.
 */
export function instanceGram(kernel: InstanceKernel, a: Matrix, b?: Matrix): Matrix {
  const result = b === undefined ? linearAlgebra().syrk(a) : linearAlgebra().gemmNT(a, b);
  instanceKind(kernel.type).values(kernel, result, lengthsBetween(a, b ?? a));
  return result;
}

/** The lengths of these rows, and their distances. */
export function lengthsBetween(a: Matrix, b: Matrix): Lengths {
  return {
    squares: () => [squaredNorms(a), squaredNorms(b)],
    same: a === b,
    toDistances: (products) => {
      toDistances(products, a, b);
    },
  };
}

/** The kernel of every row with itself. */
export function instanceDiagonal(kernel: InstanceKernel, a: Matrix): Float64Array {
  return instanceKind(kernel.type).self(kernel, squaredNorms(a));
}
