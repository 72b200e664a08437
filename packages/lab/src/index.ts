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
export { CHECK_DEFAULTS, type CheckGrid, type CheckOptions, checkedChecks } from "./checks/options.js";
export { planChecks } from "./checks/plan.js";
export type { CheckRecord, CheckResult, CheckSpec } from "./checks/spec.js";
export { type CheckCell, type CheckSummary, summariseChecks } from "./checks/summary.js";
export { runCheckTrial } from "./checks/trial.js";
export { type CheckFigures, type Verdict, verdictOf } from "./checks/verdict.js";
export { type Arm, compareMethods, describeArm, parseArm } from "./compare/arm.js";
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
export { COMPARE_DEFAULTS, type CompareGrid, type CompareOptions, checkedCompare } from "./compare/options.js";
export { type Paired, paired } from "./compare/paired.js";
export { planCompare } from "./compare/plan.js";
export { criticalDifference, type Ranking, rankArms } from "./compare/ranks.js";
export type { Reliability, ReliabilityBin } from "./compare/reliability.js";
export type { ReliabilityCounts } from "./compare/reliability-counts.js";
export { armOf, type CompareRecord, type CompareResult, type CompareSpec, isFamily } from "./compare/spec.js";
export { runCompareTrial } from "./compare/trial.js";
export { cvFolds } from "./cv/folds.js";
export { cvMethods } from "./cv/method.js";
export { CV_DEFAULTS, type CvGrid, type CvOptions, checkedCv } from "./cv/options.js";
export { planCv } from "./cv/plan.js";
export { bestPublished, type Published, publishedFor } from "./cv/published.js";
export type { CvRecord, CvResult, CvSpec } from "./cv/spec.js";
export { type CvCell, type CvDataSet, type CvSummary, summariseCv } from "./cv/summary.js";
export { runCvTrial } from "./cv/trial.js";
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
export { type AnyProtocol, COMPARE_PROTOCOLS, PROTOCOLS, type Protocol } from "./draws/protocol.js";
export { ESTIMATORS } from "./estimators/estimators.js";
export {
  type DrawFamilyOptions,
  drawFamily,
  FAMILIES,
  type FamilyDraw,
  type FamilyInfo,
  familyByName,
  oracleScores,
} from "./families/families.js";
export { comparedCells, type Difference, differences } from "./paper/differences.js";
export { type GridOptions, planGrid } from "./paper/grid.js";
export { COLUMNS, type Column, METHODS, type MethodContext, type MethodInfo, methodByName } from "./paper/methods.js";
export { printedCell } from "./paper/printed.js";
export { type ExperimentCell, type ExperimentSummary, type Printed, summariseTrials } from "./paper/summary.js";
export { EXPERIMENTS, type ExperimentKind, runTrial, type TrialRecord, type TrialSpec } from "./paper/trial.js";
export { checksReport } from "./report/checks-report.js";
export { compareReport } from "./report/compare-report.js";
export { cvReport } from "./report/cv-report.js";
export { experimentReport, type ReportOptions } from "./report/experiment-report.js";
export {
  type DataFile,
  type DataHash,
  type Machine,
  type OtherExperiment,
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
} from "./review/options.js";
export type { ReviewRecord, ReviewResult, ReviewSpec, ReviewStart } from "./review/spec.js";
export { type RecallPoint, type ReviewSummary, summariseReviews } from "./review/summary.js";
export { runReviewTrial } from "./review/trial.js";
export { type ComparisonTable, comparisonTables, groupTitle } from "./tables/compare-tables.js";
export { type CellsCsvOptions, type CvCsvOptions, cellsCsv, checksCsv, cvCsv, tableCsv } from "./tables/csv.js";
export { cvLatex, tableLatex } from "./tables/latex.js";
export { checksMarkdown, compareMarkdown, cvMarkdown, type MarkdownOptions, tableMarkdown } from "./tables/markdown.js";
export type { Spread } from "./trials/spread.js";
export type { FinishedTrial, RunTrialOptions, TrialResult, TrialTiming } from "./trials/trial.js";
export { trialId } from "./trials/trial-id.js";
