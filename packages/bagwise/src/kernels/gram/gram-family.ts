import { type Matrix, matrix } from "../../linalg/matrix.js";
import { checkDegree } from "../check-kernel.js";
import { asPower, hasDegree, withDegree } from "../degree.js";
import type { Kernel } from "../kernel.js";
import { raise } from "../power.js";
import type { Representation } from "../representation.js";
import { gram } from "./gram.js";

/** The Gram matrices of one kernel for every degree. */
export interface GramFamily {
  /**
   * Whether the degree makes a difference. Without a polynomial in the kernel there is one matrix
   * for all degrees.
   */
  readonly hasDegree: boolean;
  /**
   * The Gram matrix of this degree; the same object every time, so do not write into it. InputError
   * for degree 0.
   */
  degree(rho: number): Matrix;
}

/**
 * One Gram matrix for every degree rho: G = S S' + 1 is computed once, and `degree(rho)` is its
 * element-wise power, equal to the last bit to `gram` of the kernel with
 * that degree. So is a normalised polynomial.
 *
 * A polynomial inside a set kernel or a sum is computed anew for each degree that is asked for,
 * once. Memory: the base and one matrix for each degree asked for. With `b` the matrices are
 * between the bags of `a` and those of `b`.
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
