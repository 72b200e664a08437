export { type Bound, bound } from "./bound.js";
export { auc, averagePrecision, byScore, type Confusion, type Evaluation, evaluate } from "./classification.js";
export { type CountOptions, type HiddenCount, hiddenCounts } from "./hidden-counts.js";
export { posteriorsByRank, shareAmongUnlabeled } from "./hidden-labels.js";
export {
  heldOutMeasures,
  type Measure,
  type PuMeasures,
  type PuMeasuresOptions,
  puMeasures,
  recallOf,
  usualBootstrap,
} from "./pu-measures.js";
export { type PuScores, reweighted, unitWeights, type Weights } from "./pu-resampling.js";
export { puRisk } from "./pu-risk.js";
