export { type SampleMoments, studentT, type TTest, VARIANCE_WAYS, type VarianceWay } from "../metrics/t-test.js";
export { NOISE_WAYS, type NoiseWay } from "./augment.js";
export { checkDataSet, type DataSetCheck, type DataSetCheckRow } from "./check-data-set.js";
export { DATA_SETS, type DataSetInfo, dataSetByName } from "./data-sets.js";
export { comparedCells, type Difference, differences } from "./differences.js";
export { type DrawnBags, drawBags } from "./draw-bags.js";
export { planGrid } from "./grid.js";
export type { GridOptions } from "./grid-options.js";
export { COLUMNS, type Column, METHODS, type MethodContext, type MethodInfo, methodByName } from "./methods.js";
export { printedCell } from "./printed.js";
export { PROTOCOLS, type Protocol } from "./protocol.js";
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
