/** The entry bagwise/prior: the class-prior estimators, in browsers and in Node. */

export {
  estimatePrior,
  estimatePriors,
  GREATEST_PRIOR,
  type IntervalScheme,
  LEAST_PRIOR,
  PRIOR_KERNEL,
  PRIOR_METHOD_NAMES,
  PRIOR_METHODS,
  type PriorEstimate,
  type PriorFinding,
  type PriorInput,
  type PriorInputOptions,
  type PriorMethod,
  type PriorMethodName,
  type PriorOptions,
  priorInput,
} from "@bagwise/core/estimators";
export { SCENARIOS, type Scenario } from "@bagwise/core/scores";
