/** The entry @bagwise/core/estimators: estimators of the prior: how many positives are hiding, from the bags alone. */
export type { IntervalScheme, PriorEstimate, PriorInput, PriorOptions } from "./estimate.js";
export { estimatePrior, estimatePriors, GREATEST_PRIOR, LEAST_PRIOR } from "./estimate-prior.js";
export {
  isPriorMethodName,
  PRIOR_METHOD_NAMES,
  type PriorFinding,
  type PriorMethod,
  type PriorMethodName,
} from "./method.js";
export { PRIOR_KERNEL, type PriorInputOptions, priorInput } from "./prior-input.js";
export { PRIOR_METHODS } from "./registry.js";
