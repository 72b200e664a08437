/** The entry @bagwise/core/prior: how many positives are hiding, as a belief and as estimates. */
export { type AdviceOptions, adviseOnPrior, type PriorAdvice } from "./belief/advice.js";
export type { AuditCounts } from "./belief/audit.js";
export {
  type AuditedPositive,
  compareScores,
  compareWithAudit,
  type PriorComparison,
  type ScoreComparison,
} from "./belief/fair-labels.js";
export { type KnownPrior, knowledgeOf, type LabelledHow, parseAudit, parseKnownPrior } from "./belief/known-prior.js";
export { sketchBelief } from "./belief/sketch.js";
export {
  type EvaluationPrior,
  priorFor,
  priorOf,
  probabilityRange,
  statedPrior,
  type UsedPrior,
} from "./belief/used-prior.js";
export type { IntervalScheme, PriorEstimate, PriorInput, PriorOptions } from "./estimators/estimate.js";
export { estimatePrior, estimatePriors, GREATEST_PRIOR, LEAST_PRIOR } from "./estimators/estimate-prior.js";
export {
  isPriorMethodName,
  PRIOR_METHOD_NAMES,
  type PriorFinding,
  type PriorMethod,
  type PriorMethodName,
} from "./estimators/method.js";
export { PRIOR_KERNEL, type PriorInputOptions, priorInput } from "./estimators/prior-input.js";
export { PRIOR_METHODS } from "./estimators/registry.js";
export { FAIR_SAMPLE } from "./fair-sample.js";
