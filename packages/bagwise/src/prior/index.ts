/** The entry bagwise/prior: the class-prior estimators, in browsers and in Node. */

export { SCENARIOS, type Scenario } from "../scores/scenario.js";
export type { IntervalScheme, PriorEstimate, PriorInput, PriorOptions } from "./estimators/estimate.js";
export { estimatePrior, estimatePriors, GREATEST_PRIOR, LEAST_PRIOR } from "./estimators/estimate-prior.js";
export { PRIOR_METHOD_NAMES, type PriorFinding, type PriorMethod, type PriorMethodName } from "./estimators/method.js";
export { PRIOR_KERNEL, type PriorInputOptions, priorInput } from "./estimators/prior-input.js";
export { PRIOR_METHODS } from "./estimators/registry.js";
