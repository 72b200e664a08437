import type { LinearAlgebra } from "../../linalg/backend.js";
import type { Cholesky } from "../../linalg/cholesky.js";
import type { Matrix } from "../../linalg/matrix.js";
import { factoriseFree, sumOf } from "../free-factor.js";

/** See `factoriseFree`. */
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
  readonly #gram: Matrix;
  #factor: Cholesky | undefined;
  #byOne: Float64Array = new Float64Array(0);
  #sumByOne = 0;
  #shift = 0;
  /** Pivots that rounding made negative, over all factorisations. */
  replacedPivots = 0;

  constructor(algebra: LinearAlgebra, gram: Matrix) {
    this.#algebra = algebra;
    this.#gram = gram;
  }

  /** Returns whether there is a factor for these bags, and the budget for it. */
  factorise(free: Uint32Array, budget: Budget): boolean {
    const m = free.length;
    if (budget.turns <= 0 || budget.work < m ** 3 / 3) return false;
    budget.turns--;
    budget.work -= m ** 3 / 3;
    const found = factoriseFree(this.#algebra, this.#gram, free, { flat: FLAT, reuse: this.#factor });
    if (found === undefined) return false;
    const { factor, shift } = found;
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
