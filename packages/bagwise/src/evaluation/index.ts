/** The entry bagwise/evaluation: what can be said of a model without negatives. */
export { bagHashes } from "../bags/bag-hashes.js";
export { type CopiesBetween, copiesBetween } from "../bags/copies-between.js";
export { type GroupedCopies, groupCopies } from "../bags/group-copies.js";
export { type Leakage, type LeakageOptions, leakage } from "../bags/leakage.js";
export {
  heldOutMeasures,
  type Measure,
  type PuMeasures,
  type PuMeasuresOptions,
  type PuScores,
  puMeasures,
  shareAmongUnlabeled,
} from "../metrics/index.js";
export {
  type AuditableBag,
  type AuditDesign,
  type AuditStratum,
  type DrawAuditOptions,
  type DrawnBag,
  drawAudit,
} from "./audit-design.js";
export { type AssumedPrior, type AuditEstimate, type EstimateAuditOptions, estimateAudit } from "./audit-estimate.js";
export { AUDIT_MEASURES, type AuditMeasure, type AuditMeasureName } from "./audit-measures.js";
export { type AuditPromise, type AuditPromises, auditPromises } from "./audit-promise.js";
export {
  CALIBRATION_METHODS,
  type CalibrateModelOptions,
  type CalibrationMethod,
  calibrateModel,
  type ReliabilityRow,
  reliability,
} from "./calibrate-model.js";
export {
  type ChosenThreshold,
  chooseThreshold,
  type ExpectedAt,
  expectedAt,
  type ThresholdOptions,
} from "./choose-threshold.js";
export { type GainPoint, type PrecisionRecallPoint, type PuCurves, puCurves } from "./curves.js";
export { type Cut, type Cuts, cutsOf } from "./cuts.js";
export {
  EVALUATE_OPTIONS,
  type EvaluateOptions,
  type EvaluationWithoutPrior,
  evaluateHeldOut,
  evaluateWithoutPrior,
  type HeldOutEvaluation,
  usualTops,
} from "./evaluate-held-out.js";
export { evaluationNotes } from "./evaluation-notes.js";
export { expectedGain, type Gain } from "./gain.js";
export { type BagCounts, labelledShare } from "./labelled-share.js";
export { noHeldOut, noPrior, whyNoHeldOut } from "./missing.js";
export { type Block, isotonicPosterior, monotoneCalibration } from "./monotone-calibration.js";
export { type EvaluationPrior, priorOf, statedPrior } from "./prior-for.js";
export {
  FREE_OF_PRIOR,
  type SensitivityOptions,
  type SensitivityRow,
  sensitivity,
  sensitivityPriors,
} from "./sensitivity.js";
export {
  parseThresholdRule,
  ruleText,
  THRESHOLD_RULES,
  type ThresholdRule,
  type ThresholdRuleDescription,
} from "./threshold-rule.js";
export { type GainOptions, type TopK, type TopKOptions, topK } from "./top-k.js";
export { evaluateWithTruth, TRUTH_MEASURES, type TruthIntervals, type TruthOptions } from "./truth.js";
export { type ModelThresholdOptions, priorFor, thresholdOf, withChosen, withThreshold } from "./with-threshold.js";
