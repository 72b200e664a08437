export { type SampleMoments, studentT, type TTest, VARIANCE_WAYS, type VarianceWay } from "../metrics/t-test.js";
export { NOISE_WAYS, type NoiseWay } from "./augment.js";
export { checkDataSet, type DataSetCheck, type DataSetCheckRow } from "./check-data-set.js";
export { type Arm, compareMethods, describeArm, parseArm } from "./compare/arm.js";
export { type CellsCsvOptions, cellsCsv } from "./compare/cells-csv.js";
export { compareMarkdown, type MarkdownOptions } from "./compare/compare-markdown.js";
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
export { COMPARE_DEFAULTS, type CompareGrid, type CompareOptions, checkedCompare } from "./compare/options.js";
export { type Paired, paired } from "./compare/paired.js";
export { planCompare } from "./compare/plan.js";
export { criticalDifference, type Ranking, rankArms } from "./compare/ranks.js";
export { type FinishedCompareTrial, runCompareTrial } from "./compare/run-compare-trial.js";
export { armOf, type CompareRecord, type CompareResult, type CompareSpec } from "./compare/spec.js";
export { type ComparisonFrame, summariseComparison } from "./compare/summarise-comparison.js";
export { type ComparisonTable, comparisonTables } from "./compare/tables.js";
export { groupTitle } from "./compare/words.js";
export { DATA_SETS, type DataSetInfo, dataSetByName } from "./data-sets.js";
export { comparedCells, type Difference, differences } from "./differences.js";
export { drawBags } from "./draw-bags.js";
export type { DrawInfo, DrawnBags, DrawSpec } from "./draw-spec.js";
export {
  type DrawFamilyOptions,
  drawFamily,
  FAMILIES,
  type FamilyDraw,
  type FamilyInfo,
  familyByName,
} from "./families.js";
export { planGrid } from "./grid.js";
export type { GridOptions } from "./grid-options.js";
export { COLUMNS, type Column, METHODS, type MethodContext, type MethodInfo, methodByName } from "./methods.js";
export { printedCell } from "./printed.js";
export { type AnyProtocol, COMPARE_PROTOCOLS, PROTOCOLS, type Protocol } from "./protocol.js";
export { type FinishedTrial, type RunTrialOptions, runTrial } from "./run-trial.js";
export { summariseTrials } from "./summarise.js";
export type { Cell, Printed, Spread, Summary } from "./summary.js";
export { tableCsv } from "./table-csv.js";
export { tableLatex } from "./table-latex.js";
export { tableMarkdown } from "./table-markdown.js";
export {
  EXPERIMENTS,
  type ExperimentKind,
  type TrialRecord,
  type TrialResult,
  type TrialSpec,
  type TrialTiming,
} from "./trial.js";
export { trialId } from "./trial-id.js";
