import type { LinearAlgebra } from "../../linalg/backend.js";
import type { Cholesky } from "../../linalg/cholesky.js";
import { matrix } from "../../linalg/matrix.js";
import type { BoundedDual } from "./bounded-dual.js";

/**
 * Added to the diagonal, as a share of the largest entry and for each free bag, in case that free bags
 * determine each other.
 */
const FLAT = 1e-15;

/** What looking for the optimum may cost. Both go down. */
export interface Budget {
  turns: number;
  /** Multiplications in factorisations. */
  work: number;
}

/**
 * The linear system of the free bags F, K_FF d - bias 1 = right and sum(d) = missing, factorised once
 * for a set of free bags. Costs m^3 / 3 for m free bags.
 */
export class FreeSystem {
  readonly #algebra: LinearAlgebra;
  readonly #dual: BoundedDual;
  #factor: Cholesky | undefined;
  #byOne: Float64Array = new Float64Array(0);
  #sumByOne = 0;
  #shift = 0;
  /** Pivots that rounding made negative, over all factorisations. */
  replacedPivots = 0;

  constructor(algebra: LinearAlgebra, dual: BoundedDual) {
    this.#algebra = algebra;
    this.#dual = dual;
  }

  /** Returns whether there is a factor for these bags, and the budget for it. */
  factorise(free: Uint32Array, budget: Budget): boolean {
    const { cols, data } = this.#dual.gram;
    const m = free.length;
    if (budget.turns <= 0 || budget.work < m ** 3 / 3) return false;
    budget.turns--;
    budget.work -= m ** 3 / 3;
    const kernel = matrix(m, m);
    let shift = 0;
    for (let a = 0, at = 0; a < m; a++) {
      const row = free[a] * cols;
      for (let b = 0; b < m; b++, at++) kernel.data[at] = data[row + free[b]];
      shift = Math.max(shift, kernel.data[a * m + a]);
    }
    if (!(shift > 0)) return false;
    // K_FF alone may be singular where the system is not. As the sum of d is known, adding a multiple of
    // it to every equation only shifts the bias.
    for (let at = 0; at < kernel.data.length; at++) kernel.data[at] += shift;
    const diagonal = new Float64Array(m).fill(FLAT * shift * m);
    const reuse = this.#factor;
    const factor = this.#algebra.cholesky(kernel, { diagonal, replacePivots: true, ...(reuse && { reuse }) });
    this.#factor = factor;
    this.#shift = shift;
    this.replacedPivots += factor.replacedPivots;
    if (!factor.usable) return false;
    this.#byOne = factor.solve(new Float64Array(m).fill(1));
    this.#sumByOne = sumOf(this.#byOne);
    return this.#sumByOne > 0;
  }

  /** Turns `right` into d, and returns the bias. */
  solve(right: Float64Array, missing: number): number {
    this.#factor?.solve(right, { out: right });
    const level = (missing - sumOf(right)) / this.#sumByOne;
    for (let a = 0; a < right.length; a++) right[a] += level * this.#byOne[a];
    return level - this.#shift * missing;
  }
}

export function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}
