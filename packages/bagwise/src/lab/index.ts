/**
 * The entry bagwise/lab: the experiments, their tables and reports. Runs in browsers and in Node;
 * `bagwise/lab/node` runs them in folders, with threads.
 */
export { type SampleMoments, studentT, type TTest, VARIANCE_WAYS, type VarianceWay } from "../scores/t-test.js";
export { type Arm, compareMethods, describeArm, parseArm } from "./compare/arm.js";
export { type CellsCsvOptions, cellsCsv } from "./compare/cells-csv.js";
export type {
  ArmFacts,
  CellPlace,
  CompareCell,
  CompareMeasure,
  Comparison,
  Contest,
  DifferenceFacts,
  Duel,
  Group,
  PriorFacts,
  ReferenceFacts,
} from "./compare/comparison.js";
export { type CompareData, compareData, familyData } from "./compare/data.js";
export { isFamily } from "./compare/family.js";
export { compareMarkdown, type MarkdownOptions } from "./compare/markdown.js";
export { COMPARE_DEFAULTS, type CompareGrid, type CompareOptions, checkedCompare } from "./compare/options.js";
export { type Paired, paired } from "./compare/paired.js";
export { planCompare } from "./compare/plan.js";
export { criticalDifference, type Ranking, rankArms } from "./compare/ranks.js";
export { type FinishedCompareTrial, runCompareTrial } from "./compare/run-compare-trial.js";
export { armOf, type CompareRecord, type CompareResult, type CompareSpec } from "./compare/spec.js";
export { type ComparisonFrame, summariseComparison } from "./compare/summarise-comparison.js";
export { type ComparisonTable, comparisonTables } from "./compare/tables.js";
export { groupTitle } from "./compare/words.js";
export { NOISE_WAYS, type NoiseWay } from "./data/augment.js";
export { checkDataSet, type DataSetCheck, type DataSetCheckRow } from "./data/check-data-set.js";
export { DATA_SETS, type DataSetInfo, dataSetByName } from "./data/data-sets.js";
export { drawBags } from "./data/draw-bags.js";
export type { DrawInfo, DrawnBags, DrawSpec } from "./data/draw-spec.js";
export { type AnyProtocol, COMPARE_PROTOCOLS, PROTOCOLS, type Protocol } from "./data/protocol.js";
export {
  type DrawFamilyOptions,
  drawFamily,
  FAMILIES,
  type FamilyDraw,
  type FamilyInfo,
  familyByName,
} from "./families/families.js";
export { comparedCells, type Difference, differences } from "./paper/differences.js";
export { planGrid } from "./paper/grid.js";
export type { GridOptions } from "./paper/grid-options.js";
export { COLUMNS, type Column, METHODS, type MethodContext, type MethodInfo, methodByName } from "./paper/methods.js";
export { printedCell } from "./paper/printed.js";
export { type FinishedTrial, type RunTrialOptions, runTrial } from "./paper/run-trial.js";
export { summariseTrials } from "./paper/summarise.js";
export type { Cell, Printed, Spread, Summary } from "./paper/summary.js";
export {
  EXPERIMENTS,
  type ExperimentKind,
  type TrialRecord,
  type TrialResult,
  type TrialSpec,
  type TrialTiming,
} from "./paper/trial.js";
export { trialId } from "./paper/trial-id.js";
export { compareReport } from "./report/compare-report.js";
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
export { tableCsv } from "./tables/csv.js";
export { tableLatex } from "./tables/latex.js";
export { tableMarkdown } from "./tables/markdown.js";
