/** The pure entry: everything here runs in browsers and in Node alike. */
export { type Bag, BagSet, type BagSetParts, type Floats, type OwnedParts } from "./bags/bag-set.js";
export { type CheckOptions, check } from "./bags/check.js";
export { contentHash } from "./bags/content-hash.js";
export { duplicates } from "./bags/copies/duplicates.js";
export { type NearDuplicates, type NearDuplicatesOptions, nearDuplicates } from "./bags/copies/near-duplicates.js";
export { type ColumnStatistics, featureStatistics } from "./bags/feature-statistics.js";
export type { Finding, FindingCode } from "./bags/finding.js";
export { LABEL_CODE, type Label } from "./bags/label.js";
export {
  applyScaling,
  fitScaling,
  SCALING_METHODS,
  type Scaling,
  type ScalingMethod,
  type ScalingOptions,
} from "./bags/scaling.js";
export { assignFolds, type FoldOptions, SPLIT_WAYS, type SplitBy, type SplitOptions, split } from "./bags/split.js";
export { type BagSummary, type SizeBin, summarise } from "./bags/summary.js";
export { type Synthetic, synthesise } from "./bags/synthesise.js";
export { SYNTHESISE_OPTIONS, type SynthesiseOptions } from "./bags/synthesise-options.js";
export { type Complaint, InputError, type Place } from "./base/errors.js";
export type { Note, OnNote } from "./base/note.js";
export type { OptionDescription } from "./base/option.js";
export { type Random, random } from "./base/random.js";
export { version } from "./base/version.js";
export {
  type PriorStudy,
  type PriorStudyOptions,
  type Sensitivity,
  STUDY_SETTING,
  studyPrior,
} from "./evaluation/prior-study.js";
export type { Format, FormatName, Missing, ReadOptions, WriteOptions } from "./format/format.js";
export { FORMATS } from "./format/formats.js";
export { readBags } from "./format/read-bags.js";
export type { Input, Source } from "./format/text/source.js";
export { type EncodeOptions, encodeBags } from "./format/write-bags.js";
export { checkInstanceKernel, checkKernel, checkKernelSpecification } from "./kernels/check-kernel.js";
export { hasDegree, withDegree } from "./kernels/degree.js";
export { describeKernel } from "./kernels/describe-kernel.js";
export { gram, gramDiagonal } from "./kernels/gram/gram.js";
export { type GramFamily, gramFamily } from "./kernels/gram/gram-family.js";
export { instanceGram } from "./kernels/gram/instance-gram.js";
export {
  INSTANCE_KERNEL_NAMES,
  type InstanceKernel,
  type InstanceKernelName,
  type InstanceKernelSpecification,
  type Kernel,
  type KernelSpecification,
  type Width,
} from "./kernels/kernel.js";
export { KERNEL_NAMES, parseKernel } from "./kernels/parse-kernel.js";
export { type Instances, type Representation, represent, subsetRepresentation } from "./kernels/representation.js";
export {
  type RepresentationData,
  representationFromData,
  representationToData,
} from "./kernels/representation-data.js";
export { isResolved, type ResolveOptions, resolveKernel } from "./kernels/resolve-kernel.js";
export { type Views, viewsGram, viewsKernel } from "./kernels/views/views.js";
export { auto } from "./learners/auto/auto.js";
export { AUTO_OPTIONS, type AutoOptions } from "./learners/auto/options.js";
export { dsdd } from "./learners/dsdd/dsdd.js";
export { DSDD_OPTIONS, type DsddOptions } from "./learners/dsdd/options.js";
export type {
  FitContext,
  Learner,
  LearnerDescription,
  LearnerEntry,
  TrainingProgress,
} from "./learners/learner.js";
export { lsdd } from "./learners/lsdd/lsdd.js";
export { LSDD_OPTIONS, type LsddOptions } from "./learners/lsdd/options.js";
export { PU_MIL_OPTIONS, type PuMilOptions } from "./learners/pu-mil/options.js";
export { puMil } from "./learners/pu-mil/pu-mil.js";
export { type PuSkcJob, type PuSkcOutcome, runPuSkcJob } from "./learners/pu-skc/fit.js";
export { PU_SKC_OPTIONS, type PuSkcOptions } from "./learners/pu-skc/options.js";
export { puSkc } from "./learners/pu-skc/pu-skc.js";
export { LEARNERS, learnerByName, registerLearner } from "./learners/registry.js";
export { distinctInstances } from "./learners/shared/distinct-instances.js";
export { trainingBags } from "./learners/shared/training-bags.js";
export type { Execute, Work } from "./learners/work.js";
// Eigenvectors and singular values are part of the entry bagwise/linalg, with the rest of linear
// algebra.
export {
  type BackendOptions,
  type LinearAlgebra,
  linearAlgebra,
  type MatrixTarget,
  type VectorTarget,
} from "./linalg/backend.js";
export { fromRows, identity, type Matrix, matrix, transpose } from "./linalg/matrix.js";
export { calibrate } from "./model/calibrate.js";
export {
  type Calibration,
  type MonotoneCalibration,
  probabilityOf,
  type SigmoidCalibration,
} from "./model/calibration.js";
export type { Witness } from "./model/leave-one-out/witness.js";
export { applyLink, type Link } from "./model/link.js";
export {
  type Certificate,
  Model,
  type ModelCard,
  type ModelParts,
  type Prediction,
  type RankedBag,
  type SettingRisk,
} from "./model/model.js";
export { decodeModel, encodeModel, MODEL_LAYOUT } from "./model/model-file.js";
export {
  type BagScorer,
  type Expansion,
  expand,
  type InstanceScorer,
  type Projection,
  project,
  type ScoredInstances,
  type Scorer,
  type ViewsScorer,
} from "./model/scorer.js";
export type { Threshold } from "./model/threshold.js";
export type { UsedPrior } from "./prior/belief/used-prior.js";
// The estimators themselves are the entry bagwise/prior: only training needs them, and it loads
// them then.
export type { PriorEstimate, PriorInput, PriorOptions } from "./prior/estimators/estimate.js";
export { isPriorMethodName, PRIOR_METHOD_NAMES, type PriorMethodName } from "./prior/estimators/method.js";
export type { BagScores } from "./scores/bag-scores.js";
export { type Bound, bound } from "./scores/bound.js";
// Measures without negatives are part of the entry bagwise/evaluation.
export { auc, averagePrecision, byScore, type Confusion, type Evaluation, evaluate } from "./scores/classification.js";
export type { Measure, PuMeasures } from "./scores/pu-measures.js";
export { puRisk } from "./scores/pu-risk.js";
export { SCENARIOS, type Scenario } from "./scores/scenario.js";
export { decodeProblem, encodeProblem } from "./solver/dump.js";
export { type Prepared, type PrepareOptions, prepare, withPrior } from "./solver/prepare.js";
export { LOSSES, type Loss, type Problem } from "./solver/problem.js";
export type { Solution, Status } from "./solver/solution.js";
export { type SolveOptions, solve, solvePath } from "./solver/solve.js";
export type { WarmStart } from "./solver/units.js";
export { checkComputable } from "./statistics/check-bags.js";
export type { BagRows, Statistic } from "./statistics/statistic.js";
export {
  isStatisticName,
  STATISTIC_NAMES,
  STATISTICS,
  type StatisticName,
  statisticColumns,
  statisticsOf,
} from "./statistics/statistics.js";
