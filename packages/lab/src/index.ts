/** The entry @bagwise/lab: experiments, their tables and reports. */
export { CHECKS, type Check, type CheckTest, checkByName } from "./checks/checks.js";
export {
  CHECK_LABELS,
  CHECK_SIZES,
  type CheckBags,
  type CheckLabels,
  type DrawCheckOptions,
  type DrawnCheck,
  drawCheck,
} from "./checks/draw.js";
export type { BagRecipe, InstanceKind } from "./checks/instances.js";
export { checkMethods } from "./checks/method.js";
export { CHECK_DEFAULTS, type CheckGrid, type CheckOptions, checkedChecks, planChecks } from "./checks/plan.js";
export { checksReport } from "./checks/report.js";
export { type CheckCell, type CheckSummary, summariseChecks } from "./checks/summary.js";
export { checksCsv, checksMarkdown } from "./checks/tables.js";
export type { CheckRecord, CheckResult, CheckSpec } from "./checks/trial.js";
export { runCheckTrial } from "./checks/trial.js";
export { type CheckFigures, type Verdict, verdictOf } from "./checks/verdict.js";
export type { CellPlace, CompareCell, Group, PriorFacts } from "./compare/cells.js";
export {
  type ArmFacts,
  type CompareMeasure,
  type Comparison,
  type ComparisonFrame,
  type Contest,
  type DifferenceFacts,
  type Duel,
  type ReferenceFacts,
  summariseComparison,
} from "./compare/comparison.js";
export { type CompareData, compareData, familyData } from "./compare/data.js";
export { type Paired, paired } from "./compare/paired.js";
export {
  COMPARE_DEFAULTS,
  type CompareGrid,
  type CompareOptions,
  checkedCompare,
  planCompare,
} from "./compare/plan.js";
export { criticalDifference, type Ranking, rankArms } from "./compare/ranks.js";
export type { Reliability, ReliabilityBin } from "./compare/reliability.js";
export type { ReliabilityCounts } from "./compare/reliability-counts.js";
export { compareReport } from "./compare/report.js";
export {
  type CellsCsvOptions,
  type ComparisonTable,
  cellsCsv,
  compareMarkdown,
  comparisonTables,
  groupTitle,
} from "./compare/tables.js";
export { armOf, type CompareRecord, type CompareResult, type CompareSpec, runCompareTrial } from "./compare/trial.js";
export { CV_DEFAULTS, type CvGrid, type CvOptions, checkedCv, planCv } from "./cv/plan.js";
export { bestPublished, type Published, publishedFor } from "./cv/published.js";
export { cvReport } from "./cv/report.js";
export { type CvCell, type CvDataSet, type CvSummary, summariseCv } from "./cv/summary.js";
export { type CvCsvOptions, cvCsv, cvLatex, cvMarkdown } from "./cv/tables.js";
export type { CvRecord, CvResult, CvSpec } from "./cv/trial.js";
export { cvFolds, runCvTrial } from "./cv/trial.js";
export {
  checkDataSet,
  DATA_SETS,
  type DataSetCheck,
  type DataSetCheckRow,
  type DataSetInfo,
  dataSetByName,
} from "./datasets/data-sets.js";
export { NOISE_WAYS, type NoiseWay } from "./draws/augment.js";
export { drawBags } from "./draws/draw-bags.js";
export type { DrawInfo, DrawnBags, DrawSpec } from "./draws/draw-spec.js";
export { type AnyProtocol, COMPARE_PROTOCOLS, PROTOCOLS, type Protocol } from "./draws/draw-spec.js";
export { ESTIMATORS } from "./estimators/estimators.js";
export {
  type DrawFamilyOptions,
  drawFamily,
  FAMILIES,
  type FamilyDraw,
  type FamilyInfo,
  familyByName,
  isFamily,
  oracleScores,
} from "./families/families.js";
export { type Arm, compareMethods, describeArm, parseArm } from "./methods/arm.js";
export { COLUMNS, type Column, METHODS, type MethodContext, type MethodInfo, methodByName } from "./methods/methods.js";
export { cvMethods } from "./methods/on-labels.js";
export { comparedCells, type Difference, differences } from "./paper/differences.js";
export { type GridOptions, planGrid } from "./paper/plan.js";
export { printedCell } from "./paper/printed.js";
export { experimentReport, type OtherExperiment, type ReportOptions } from "./paper/report/report.js";
export { type ExperimentCell, type ExperimentSummary, type Printed, summariseTrials } from "./paper/summary.js";
export { tableCsv, tableLatex, tableMarkdown } from "./paper/tables.js";
export { EXPERIMENTS, type ExperimentKind, runTrial, type TrialRecord, type TrialSpec } from "./paper/trial.js";
export {
  type DataFile,
  type DataHash,
  type Machine,
  type Recipe,
  type RunInfo,
  type TrainingTime,
  trainingTimes,
} from "./report/run-info.js";
export {
  checkedReview,
  planReviews,
  REVIEW_EXPERIMENT_DEFAULTS,
  type ReviewExperimentOptions,
  type ReviewGrid,
} from "./review/plan.js";
export { type RecallPoint, type ReviewSummary, summariseReviews } from "./review/summary.js";
export type { ReviewRecord, ReviewResult, ReviewSpec } from "./review/trial.js";
export { runReviewTrial } from "./review/trial.js";
export type { MarkdownOptions } from "./tables/markdown.js";
export type { Spread } from "./trials/spread.js";
export type { FinishedTrial, RunTrialOptions, TrialResult, TrialTiming } from "./trials/trial.js";
export { trialId } from "./trials/trial.js";
