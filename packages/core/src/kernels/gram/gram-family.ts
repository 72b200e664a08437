import { type Matrix, matrix } from "../../linalg/matrix.js";
import { asPower, hasDegree, withDegree } from "../degree.js";
import { checkDegree } from "../instance-kernel.js";
import type { Kernel } from "../kernel.js";
import { raise } from "../power.js";
import type { Representation } from "../representation.js";
import { gram } from "./gram.js";

/** The Gram matrices of one kernel for all degrees. */
export interface GramFamily {
  /**
   * Whether the degree matters. A kernel without a polynomial has the same matrix for every degree.
   */
  readonly hasDegree: boolean;
  /**
   * The Gram matrix for this degree. Every call returns the same object, so do not write to it.
   * Throws an InputError for degree 0.
   */
  degree(rho: number): Matrix;
}

/**
 * The Gram matrices of a kernel for every degree rho. G = S S' + 1 is computed once, and
 * `degree(rho)` is its element-wise power. It has the same bits as `gram` of the kernel with that
 * degree. The same goes for a normalised polynomial.
 *
 * For a polynomial inside a set kernel or a sum, each degree you ask for is computed once. Memory:
 * the base plus one matrix per degree. With `b`, the matrices are between the bags of `a` and those
 * of `b`.
 */
export function gramFamily(kernel: Kernel, a: Representation, b?: Representation): GramFamily {
  const chooses = hasDegree(kernel);
  const power = asPower(kernel);
  const known = new Map<number, Matrix>();
  const compute = (rho: number): Matrix => {
    if (power === undefined) return gram(withDegree(kernel, rho), a, b);
    if (rho === 1) return gram(power.base, a, b);
    const { rows, cols, data } = degree(1);
    const result = matrix(rows, cols, data.slice());
    raise(result.data, rho);
    return result;
  };
  const degree = (rho: number): Matrix => {
    const key = chooses ? checkDegree(rho) : 1;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = compute(key);
    known.set(key, made);
    return made;
  };
  return { hasDegree: chooses, degree };
}
