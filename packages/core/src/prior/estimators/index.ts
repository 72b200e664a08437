/** The entry @bagwise/core/estimators: estimators of the prior: how many positives are hiding, from the bags alone. */
export type { IntervalScheme, PriorEstimate, PriorInput, PriorOptions } from "./estimate.js";
export { estimatePrior, estimatePriors, GREATEST_PRIOR, LEAST_PRIOR, PRIOR_METHODS } from "./estimate-prior.js";
export { meanOverPositives } from "./held-out-folds.js";
export { km2 } from "./km2.js";
export {
  isPriorMethodName,
  PRIOR_METHOD_NAMES,
  type PriorFinding,
  type PriorMethod,
  type PriorMethodName,
} from "./method.js";
export { plainRatio } from "./plain-ratio.js";
export { PRIOR_KERNEL, type PriorInputOptions, priorInput } from "./prior-input.js";
export type { PriorProblem } from "./problem.js";
export { findByScores } from "./resample.js";
export { type SampleWeights, total } from "./weights.js";
