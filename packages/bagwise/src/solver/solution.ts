/**
 * `solved`: the relative gap is at most `accept`. `inaccurate`: it is not, and rounding allows no
 * more. `iteration-limit`: it is not, and more iterations might help. `invalid`: there is nothing
 * to solve, because the prior is not between 0 and 1, lambda is not above 0, or a number is not
 * finite.
 */
export type Status = "solved" | "inaccurate" | "iteration-limit" | "invalid";

/** What `solve` found, with the proof of how good it is. */
export interface Solution {
  readonly status: Status;
  /** The coefficients of the features; zeros when invalid. */
  readonly alpha: Float64Array;
  readonly beta: number;
  /**
   * The dual point gamma of the certificate, one number for each row of phiU: between 0 and the
   * row's weight divided by the mean weight, which is 1 without weights, and with the prior as
   * mean. Absent when invalid.
   */
  readonly dual?: Float64Array;
  readonly iterations: number;
  /** J(alpha, beta), and a lower bound of the minimum of J. NaN when invalid. */
  readonly primalObjective: number;
  readonly dualObjective: number;
  /**
   * The duality gap relative to the largest of |primal|, |dual| and the objective min(prior, 1 -
   * prior) of a constant g. Infinity when invalid.
   */
  readonly relativeGap: number;
  /** Pivots that rounding had made negative, over all factorisations. */
  readonly replacedPivots: number;
}

/** The solution of a problem that is none. */
export function invalid(features: number): Solution {
  return {
    status: "invalid",
    alpha: new Float64Array(features),
    beta: 0,
    iterations: 0,
    primalObjective: Number.NaN,
    dualObjective: Number.NaN,
    relativeGap: Infinity,
    replacedPivots: 0,
  };
}
