export {
  type IntervalScheme,
  type PriorEstimate,
  type PriorInput,
  type PriorOptions,
  SCENARIOS,
  type Scenario,
} from "./estimate.js";
export { estimatePrior, estimatePriors, GREATEST_PRIOR, LEAST_PRIOR } from "./estimate-prior.js";
export { PRIOR_METHOD_NAMES, type PriorFinding, type PriorMethod, type PriorMethodName } from "./method.js";
export { isPriorMethodName, PRIOR_METHODS } from "./methods.js";
export { PRIOR_KERNEL, type PriorInputOptions, priorInput } from "./prior-input.js";
