export { type Bound, bound } from "./bound.js";
export { auc, averagePrecision, byScore, type Confusion, type Evaluation, evaluate } from "./classification.js";
export { type Measure, type PuMeasures, type PuMeasuresOptions, puMeasures, puRisk } from "./pu-measures.js";
