import { log, log1p } from "../../base/portable-math.js";
import { ROUNDOFF } from "../../linalg/doubled.js";
import type { GapCertificate } from "../certificate.js";
import type { Prepared } from "../prepare.js";
import type { Loss } from "../problem.js";
import { meanOneWeights, meetingPrior } from "./dual-point.js";
import { prove } from "./prove.js";
import { ADD_TERM } from "./terms.js";

/** The objective of the best constant g, rounded down. */
const CONSTANT: Readonly<Record<Loss, (prior: number) => number>> = {
  "double-hinge": (prior) => Math.min(prior, 1 - prior),
  squared: (prior) => prior * (1 - prior),
  logistic: (prior) => -prior * log(prior) - (1 - prior) * log1p(-prior),
};

/**
 * Proves how good a solution of PU-SKC is, for the features, the weights and the prior as given to
 * `prepare` and for alpha, beta and gamma as returned: see `prove`. Undefined if gamma is no dual
 * point even after moving it by rounding errors, or if a number overflows.
 */
export function proveSolution(
  { linear, phiU, prior, givenWeights }: Prepared,
  { lambda, loss }: { readonly lambda: number; readonly loss: Loss },
  { alpha, beta, gamma }: { readonly alpha: Float64Array; readonly beta: number; readonly gamma: Float64Array },
): GapCertificate | undefined {
  const weights = meanOneWeights(givenWeights, phiU.rows);
  const dual = meetingPrior(gamma, prior, weights, { bounded: loss !== "squared" });
  if (dual === undefined) return undefined;
  const constant = CONSTANT[loss](prior) * (1 - 32 * ROUNDOFF);
  const problem = { features: phiU, linear: linear(), lambda, weights, add: ADD_TERM[loss], constant };
  return prove(problem, { ...dual, alpha, beta });
}
