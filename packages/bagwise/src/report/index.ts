/** Reports as self-contained HTML, with figures by Observable Plot. Runs in browsers and in Node; see `experimentReport` and `compareReport`. */
export { compareReport } from "./compare-report.js";
export { experimentReport, type ReportOptions } from "./experiment-report.js";
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
