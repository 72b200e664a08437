/** Reports as self-contained HTML, with figures by Observable Plot. Runs in browsers and in Node; see `modelReport`, `experimentReport` and `compareReport`. */
export { compareReport } from "./compare-report.js";
export { experimentReport, type ReportOptions } from "./experiment-report.js";
export type { MapKind, ReportSources } from "./model/data.js";
export type { ModelReportOptions } from "./model/make-data.js";
export { modelReport } from "./model-report.js";
export {
  type DataFile,
  type DataHash,
  type Machine,
  type OtherExperiment,
  type Recipe,
  type RunInfo,
  type TrainingTime,
  trainingTimes,
} from "./run-info.js";
export { WARNINGS, type Warning, type WarningGroup, warningOf } from "./warning-texts.js";
