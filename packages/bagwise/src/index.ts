/**
 * The main entry: what a program needs, in browsers and in Node alike. In Node the same name adds
 * paths and threads (`node/index.ts`). Parts for special purposes have entries of their own.
 */

export type { Answer } from "./bags/answer.js";
// Bags
export { type Bag, BagSet, type BagSetParts, type Floats } from "./bags/bag-set.js";
export { type CheckOptions, check } from "./bags/check.js";
export { contentHash } from "./bags/content-hash.js";
export type { Finding, FindingCode } from "./bags/finding.js";
export type {
  BagObject,
  FromOptions,
  FromRowsOptions,
  InstanceValues,
  LabelValue,
  RowObject,
} from "./bags/from-objects.js";
export type { Label } from "./bags/label.js";
// Files
export type { Missing, Recipe } from "./bags/recipe.js";
export { type SplitBy, type SplitOptions, split } from "./bags/split.js";
export { type BagSummary, type SizeBin, summarise } from "./bags/summary.js";
export { type Synthetic, synthesise } from "./bags/synthesise.js";
export type { SynthesiseOptions } from "./bags/synthesise-options.js";
export { type Complaint, InputError, type Place } from "./base/errors.js";
export type { Note, OnNote } from "./base/note.js";
export type { OptionDescription } from "./base/option.js";
export { version } from "./base/version.js";
// Evaluation without negatives
export {
  type AuditableBag,
  type AuditDesign,
  type AuditStratum,
  type DrawAuditOptions,
  type DrawnBag,
  drawAudit,
} from "./evaluation/audit/design.js";
export { type AuditEstimate, type EstimateAuditOptions, estimateAudit } from "./evaluation/audit/estimate.js";
export {
  type CalibrateModelOptions,
  type CalibrationMethod,
  calibrateModel,
} from "./evaluation/calibration/calibrate-model.js";
export { type CrossFitOptions, crossFit } from "./evaluation/cross-fit.js";
export { evaluateWithTruth, type TruthIntervals, type TruthOptions } from "./evaluation/evaluate-with-truth.js";
export {
  type EvaluateOptions,
  type EvaluationWithoutPrior,
  evaluateHeldOut,
  type HeldOutEvaluation,
} from "./evaluation/held-out/evaluate-held-out.js";
export type { ThresholdRule } from "./evaluation/threshold/threshold-rule.js";
export { type ModelThresholdOptions, thresholdOf, withThreshold } from "./evaluation/threshold/with-threshold.js";
// Explanations
export { explain, explainEach } from "./explain/explain.js";
export type { BagExplanation, ExplainOptions, ExplainRun, FeatureEffect } from "./explain/explanation.js";
export type { Format, FormatName, ReadOptions, WriteOptions } from "./format/format.js";
export { FORMATS } from "./format/formats.js";
export { readBags } from "./format/read-bags.js";
export type { Problem, Sighting, SuggestedOptions, Survey, SurveyedColumn } from "./format/survey/survey.js";
export { surveyBags } from "./format/survey-bags.js";
export type { Content, Input, Source, TextInput } from "./format/text/source.js";
export { type EncodeOptions, encodeBags } from "./format/write-bags.js";
// Learners
export type { KernelSpecification } from "./kernels/kernel.js";
export { auto } from "./learners/auto/auto.js";
export type { AutoOptions } from "./learners/auto/options.js";
export { bagging } from "./learners/bagging/bagging.js";
export type { BaggingOptions } from "./learners/bagging/options.js";
export { dd } from "./learners/dd/dd.js";
export type { DdOptions } from "./learners/dd/options.js";
export { dsdd } from "./learners/dsdd/dsdd.js";
export type { DsddOptions } from "./learners/dsdd/options.js";
export { emDd } from "./learners/em-dd/em-dd.js";
export type { EmDdOptions } from "./learners/em-dd/options.js";
export { instanceSvm } from "./learners/instance-svm/instance-svm.js";
export type { InstanceSvmOptions } from "./learners/instance-svm/options.js";
export { kiSvm } from "./learners/ki-svm/ki-svm.js";
export type { KiSvmOptions } from "./learners/ki-svm/options.js";
export type {
  FitContext,
  Learner,
  LearnerDescription,
  LearnerEntry,
  TrainingProgress,
} from "./learners/learner.js";
export { lsdd } from "./learners/lsdd/lsdd.js";
export type { LsddOptions } from "./learners/lsdd/options.js";
export { type MiGraphOptions, miGraph } from "./learners/mi-graph/mi-graph.js";
export { miSvm } from "./learners/mi-svm/mi-svm.js";
export type { MiSvmOptions } from "./learners/mi-svm/options.js";
export { missSvm } from "./learners/miss-svm/miss-svm.js";
export type { MissSvmOptions } from "./learners/miss-svm/options.js";
export { network } from "./learners/network/network.js";
export type { NetworkOptions } from "./learners/network/options.js";
export type { PuInstanceOptions } from "./learners/pu-instance/options.js";
export { puInstance } from "./learners/pu-instance/pu-instance.js";
export type { PuMilOptions } from "./learners/pu-mil/options.js";
export { puMil } from "./learners/pu-mil/pu-mil.js";
export type { PuSkcOptions } from "./learners/pu-skc/options.js";
export { puSkc } from "./learners/pu-skc/pu-skc.js";
export { LEARNERS, learnerByName, registerLearner } from "./learners/registry.js";
export type { SbmilOptions } from "./learners/sbmil/options.js";
export { sbmil } from "./learners/sbmil/sbmil.js";
export type { SmilOptions } from "./learners/smil/options.js";
export { smil } from "./learners/smil/smil.js";
export type { SoftBagSvmOptions } from "./learners/soft-bag-svm/options.js";
export { softBagSvm } from "./learners/soft-bag-svm/soft-bag-svm.js";
export type { StmilOptions } from "./learners/stmil/options.js";
export { stmil } from "./learners/stmil/stmil.js";
export type { SvmOptions } from "./learners/svm/options.js";
export { svm } from "./learners/svm/svm.js";
export type { WitnessSvmOptions } from "./learners/witness-svm/options.js";
export { witnessSvm } from "./learners/witness-svm/witness-svm.js";
export type { Execute, Work } from "./learners/work.js";
// Models
export type { Calibration, MonotoneCalibration, SigmoidCalibration } from "./model/calibration.js";
export type { Witness } from "./model/leave-one-out/witness.js";
export {
  type Certificate,
  Model,
  type ModelCard,
  type Prediction,
  type RankedBag,
} from "./model/model.js";
export { decodeModel, encodeModel } from "./model/model-file.js";
export type { ScoredInstances } from "./model/scorer.js";
export type { SettingRisk } from "./model/setting-risk.js";
export type { Threshold } from "./model/threshold.js";
export { type EvaluationPrior, priorOf, type UsedPrior } from "./prior/belief/used-prior.js";
export type { BagScores, GivenScores } from "./scores/bag-scores.js";
export type { Confusion, Evaluation } from "./scores/classification.js";
export type { PriorBelief } from "./scores/prior-belief.js";
export type { Measure, PuMeasures } from "./scores/pu-measures.js";
export type { Scenario } from "./scores/scenario.js";
