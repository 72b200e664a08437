/** The entry bagwise/evaluation: what can be said of a model without negatives. */
export { bagHashes } from "../bags/copies/bag-hashes.js";
export { type CopiesBetween, copiesBetween } from "../bags/copies/copies-between.js";
export { type GroupedCopies, groupCopies } from "../bags/copies/group-copies.js";
export { type Leakage, type LeakageOptions, leakage } from "../bags/copies/leakage.js";
export { type EvaluationPrior, priorFor, priorOf, statedPrior } from "../prior/belief/used-prior.js";
export { type BagScores, bagScores, type GivenScores } from "../scores/bag-scores.js";
export { type Cut, type Cuts, cutsOf } from "../scores/cuts.js";
export { expectedGain, type Gain } from "../scores/expected-gain.js";
export { type GainPoint, type PrecisionRecallPoint, type PuCurves, puCurves } from "../scores/gain-curves.js";
export { type IsotonicBlock, isotonicProbability } from "../scores/isotonic.js";
export {
  heldOutMeasures,
  type Measure,
  type PuMeasures,
  type PuMeasuresOptions,
  puMeasures,
} from "../scores/pu-measures.js";
export { type BagCounts, labelledShare, shareAmongUnlabeled } from "../scores/scenario.js";
export { type GainOptions, type TopK, type TopKOptions, topK } from "../scores/top-k.js";
export {
  type AuditableBag,
  type AuditDesign,
  type AuditStratum,
  type DrawAuditOptions,
  type DrawnBag,
  drawAudit,
} from "./audit/design.js";
export { type AssumedPrior, type AuditEstimate, type EstimateAuditOptions, estimateAudit } from "./audit/estimate.js";
export { AUDIT_MEASURES, type AuditMeasure, type AuditMeasureName } from "./audit/measures.js";
export { type AuditPromise, type AuditPromises, auditPromises } from "./audit/promise.js";
export { type AuditRefit, refitWithAudit } from "./audit/refit.js";
export {
  CALIBRATION_METHODS,
  type CalibrateModelOptions,
  type CalibrationMethod,
  calibrateModel,
  type ReliabilityRow,
  reliability,
} from "./calibration/calibrate-model.js";
export { monotoneCalibration } from "./calibration/monotone-calibration.js";
export {
  EVALUATE_OPTIONS,
  type EvaluateOptions,
  type EvaluationWithoutPrior,
  evaluateHeldOut,
  evaluateWithoutPrior,
  type HeldOutEvaluation,
  usualTops,
} from "./held-out/evaluate-held-out.js";
export { evaluationNotes } from "./held-out/evaluation-notes.js";
export { noHeldOut, noPrior, whyNoHeldOut } from "./held-out/missing.js";
export {
  FREE_OF_PRIOR,
  type SensitivityOptions,
  type SensitivityRow,
  sensitivity,
  sensitivityPriors,
} from "./held-out/sensitivity.js";
export { type EvaluationScores, type EvaluationScoresOptions, evaluationScores, newScores } from "./model-scores.js";
export {
  type ChosenThreshold,
  chooseThreshold,
  type ExpectedAt,
  expectedAt,
  type ThresholdOptions,
} from "./threshold/choose-threshold.js";
export {
  parseThresholdRule,
  ruleText,
  THRESHOLD_RULES,
  type ThresholdRule,
  type ThresholdRuleDescription,
} from "./threshold/threshold-rule.js";
export { type ModelThresholdOptions, thresholdOf, withChosen, withThreshold } from "./threshold/with-threshold.js";
export { matchTraining, type TrainingMatch } from "./training-match.js";
export { evaluateWithTruth, TRUTH_MEASURES, type TruthIntervals, type TruthOptions } from "./truth.js";
