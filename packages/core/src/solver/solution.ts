export const STATUSES = ["solved", "local", "inaccurate", "iteration-limit", "invalid"] as const;
/**
 * `solved`: it is proven that the relative gap is at most `accept`. `local`: the problem is not
 * convex, so that descent ends in one of several places and nothing is proven. `inaccurate`: it may be larger,
 * and rounding prevents a better solution. `iteration-limit`: it may be larger, and more iterations
 * might help. `invalid`: there is nothing to solve, because the prior is not between 0 and 1, lambda
 * is not above 0, or a number is not finite.
 */
export type Status = (typeof STATUSES)[number];

/** The result of `solve`, with its certificate. */
export interface Solution {
  readonly status: Status;
  /** The coefficients of the features. Zeros if invalid. */
  readonly alpha: Float64Array;
  readonly beta: number;
  /**
   * The dual point gamma of the certificate, one number per row of phiU. Each is between 0 and the
   * row's weight divided by the mean weight (1 without weights), and their mean is the prior.
   * Absent if invalid.
   */
  readonly dual?: Float64Array;
  readonly iterations: number;
  /**
   * J(alpha, beta), and a proven lower bound on the minimum of J, -Infinity if there is none. NaN if
   * invalid.
   */
  readonly primalObjective: number;
  readonly dualObjective: number;
  /**
   * The duality gap relative to the largest of |primal|, |dual| and the objective of the best
   * constant g. It is an upper bound in exact arithmetic, for the features, weights and prior as
   * given and for alpha and beta as returned: rounding errors are included. Infinity if nothing is
   * proven, or if invalid. Never NaN.
   */
  readonly relativeGap: number;
  /** The number of pivots that rounding made negative, over all factorisations. */
  readonly replacedPivots: number;
}

/** The solution of an invalid problem. */
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
