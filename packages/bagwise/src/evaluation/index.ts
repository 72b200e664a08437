/**
 * The entry bagwise/evaluation: the parts that the evaluation of the main entry is made of, and
 * measures with and without negatives.
 */
export { type ReviewRanker, type ReviewRanking, reviewRanker } from "../learners/auto/review-ranker.js";
export { calibrate } from "../model/calibrate.js";
export { probabilityOf } from "../model/calibration.js";
export {
  type AuditedPositive,
  compareScores,
  compareWithAudit,
  type PriorComparison,
  type ScoreComparison,
} from "../prior/belief/fair-labels.js";
export { statedPrior } from "../prior/belief/used-prior.js";
export { bagScores } from "../scores/bag-scores.js";
export { type Bound, bound } from "../scores/bound.js";
export { auc, averagePrecision, byScore, type Confusion, type Evaluation, evaluate } from "../scores/classification.js";
export { type Cut, type Cuts, cutsOf } from "../scores/cuts.js";
export { bedroc, type EarlyEnrichment, earlyEnrichment, enrichmentFactor } from "../scores/early-enrichment.js";
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
export { puRisk } from "../scores/pu-risk.js";
export { type BagCounts, labelledShare, shareAmongUnlabeled } from "../scores/scenario.js";
export { type GainOptions, type TopK, type TopKOptions, topK } from "../scores/top-k.js";
export { type LabelFairness, labelFairness } from "./audit/fair-labels.js";
export { AUDIT_MEASURES, type AuditMeasure, type AuditMeasureName } from "./audit/measures.js";
export { type AuditPromise, type AuditPromises, auditPromises } from "./audit/promise.js";
export { type AuditRefit, refitWithAudit } from "./audit/refit.js";
export { CALIBRATION_METHODS, type ReliabilityRow, reliability } from "./calibration/calibrate-model.js";
export { monotoneCalibration } from "./calibration/monotone-calibration.js";
export { TRUTH_MEASURES } from "./evaluate-with-truth.js";
export { EVALUATE_OPTIONS, evaluateWithoutPrior, usualTops } from "./held-out/evaluate-held-out.js";
export {
  type BiasOptions,
  evaluateIfBiased,
  type LabelledBias,
  type LabelledBiasMeasures,
  linkOf,
  type Span,
} from "./held-out/labelled-bias.js";
export {
  type SensitivityOptions,
  type SensitivityRow,
  sensitivity,
  sensitivityPriors,
} from "./held-out/sensitivity.js";
export { type EvaluationScores, type EvaluationScoresOptions, evaluationScores, newScores } from "./model-scores.js";
export {
  type PriorStudy,
  type PriorStudyOptions,
  type Sensitivity,
  STUDY_SETTING,
  studyPrior,
} from "./prior-study.js";
export { type FindingRate, findingRate } from "./review/finding-rate.js";
export { type Estimate, positivesLeft, type ReviewProgress } from "./review/left.js";
export { likenessOf } from "./review/likeness.js";
export { type ReviewMeasures, reviewMeasures, workAt } from "./review/measures.js";
export {
  type Likeness,
  NEXT_BY,
  NEXT_DEFAULTS,
  type NextBag,
  type NextBagsOptions,
  type NextBy,
  nextBags,
  type OpenBag,
} from "./review/next-bags.js";
export { labelsNow, type NextRound, nextRound, type RoundOptions, reviewProgress } from "./review/review-round.js";
export { type ReviewState, reviewState, type SettledBag, withEvent, withUndo } from "./review/review-state.js";
export {
  type GivenAnswer,
  type NewSession,
  newSession,
  REVIEW_ANSWERS,
  REVIEW_DEFAULTS,
  type ReviewAnswer,
  type ReviewData,
  type ReviewEvent,
  type ReviewOptions,
  type ReviewSession,
} from "./review/session.js";
export { parseSession, sessionText } from "./review/session-file.js";
export {
  growingRounds,
  type RankBags,
  type SimulatedReview,
  type SimulatedRound,
  type SimulateOptions,
  simulateReview,
} from "./review/simulate.js";
export { judgeStopping, type PromiseOptions, type ReviewedBag, type Stopping } from "./review/stopping.js";
export { type ChosenThreshold, chooseThreshold, type ExpectedAt, expectedAt } from "./threshold/choose-threshold.js";
export {
  parseThresholdRule,
  ruleText,
  THRESHOLD_RULES,
  type ThresholdRuleDescription,
} from "./threshold/threshold-rule.js";
export { matchTraining, type TrainingMatch } from "./training-match.js";
