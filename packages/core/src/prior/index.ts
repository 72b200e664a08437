/** The entry @bagwise/core/prior: how many positives are hiding, as a belief. */
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
export { FAIR_SAMPLE } from "./fair-sample.js";
