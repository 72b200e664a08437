/** The entry @bagwise/core/scores: scores of bags by label, how the bags were sampled, and measures on scores. */
export {
  allKnown,
  allScores,
  areFinite,
  asSample,
  type BagScores,
  bagScores,
  countsOf,
  type GivenScores,
  sampleOf,
  scoresByLabel,
} from "./bag-scores.js";
export { type Bound, bound, boundAdvice } from "./bound.js";
export { auc, averagePrecision, byScore, type Confusion, type Evaluation, evaluate } from "./classification.js";
export { type Cut, type Cuts, cutsOf } from "./cuts.js";
export { bedroc, type EarlyEnrichment, earlyEnrichment, enrichmentFactor } from "./early-enrichment.js";
export { expectedGain, type Gain } from "./expected-gain.js";
export { type GainPoint, type PrecisionRecallPoint, type PuCurves, puCurves } from "./gain-curves.js";
export { type IsotonicBlock, isotonicProbability } from "./isotonic.js";
export { BELIEF_STEP, beliefQuantile, type PriorBelief } from "./prior-belief.js";
export {
  heldOutMeasures,
  type Measure,
  type PuMeasures,
  type PuMeasuresOptions,
  puMeasures,
  usualBootstrap,
} from "./pu-measures.js";
export { puRisk } from "./pu-risk.js";
export {
  type BagCounts,
  labelledInSample,
  labelledShare,
  positivesAmongUnlabeled,
  SCENARIOS,
  type Scenario,
  sampleWords,
  shareAmongUnlabeled,
} from "./scenario.js";
export { chanceText } from "./separation.js";
export { type GainOptions, type TopK, type TopKOptions, topK } from "./top-k.js";
