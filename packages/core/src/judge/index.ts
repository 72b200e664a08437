/** The entry @bagwise/core/judge: what you can know about a trained model: held-out evaluation, thresholds, calibration. */
export {
  CALIBRATION_METHODS,
  type CalibrateModelOptions,
  type CalibrationMethod,
  calibrateModel,
  type ReliabilityRow,
  reliability,
} from "./calibration/calibrate-model.js";
export { monotoneCalibration } from "./calibration/monotone-calibration.js";
export { type CrossFitOptions, crossFit } from "./cross-fit.js";
export {
  evaluateByLabels,
  evaluateWithTruth,
  measuresByLabels,
  TRUTH_MEASURES,
  type TruthIntervals,
  type TruthOptions,
} from "./evaluate-with-truth.js";
export {
  EVALUATE_OPTIONS,
  type EvaluateOptions,
  type EvaluationWithoutPrior,
  evaluateHeldOut,
  evaluateWithoutPrior,
  type HeldOutEvaluation,
  usualTops,
} from "./held-out/evaluate-held-out.js";
export { evaluateKnown, knownMeasures } from "./held-out/known-labels.js";
export {
  type BiasOptions,
  checkToldOnce,
  evaluateIfBiased,
  LABELLED_BIAS,
  type LabelledBias,
  type LabelledBiasMeasures,
  linkOf,
  type Span,
} from "./held-out/labelled-bias.js";
export { noHeldOut, noPrior } from "./held-out/missing-errors.js";
export {
  type SensitivityOptions,
  type SensitivityRow,
  sensitivity,
  sensitivityPriors,
} from "./held-out/sensitivity.js";
export {
  type EvaluationScores,
  type EvaluationScoresOptions,
  evaluationScores,
  keptScores,
  newScores,
} from "./model-scores.js";
export { type PriorStudy, type PriorStudyOptions, type Sensitivity, STUDY_SETTING, studyPrior } from "./prior-study.js";
export { type SampleEffect, sampleEffect } from "./sample-effect.js";
export { type ChosenThreshold, chooseThreshold, type ExpectedAt, expectedAt } from "./threshold/choose-threshold.js";
export {
  parseThresholdRule,
  ruleNeeds,
  ruleText,
  THRESHOLD_RULES,
  type ThresholdRule,
  type ThresholdRuleDescription,
} from "./threshold/threshold-rule.js";
export { type ModelThresholdOptions, thresholdOf, withChosen, withThreshold } from "./threshold/with-threshold.js";
export {
  countedNotes,
  joinedCounts,
  matchNotes,
  matchTraining,
  newBags,
  type ScoreCounts,
  scoreCounts,
  scoreNotes,
  type TrainingMatch,
} from "./training-match.js";
export { NOTHING_SEPARATES, saysNothing, separates } from "./unproven.js";
export { isHardlyKnown, isWide, type Judged, type WeakPoint, weakPoints } from "./weak-points.js";
