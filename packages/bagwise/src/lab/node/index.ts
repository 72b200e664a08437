/** The entry bagwise/lab/node: experiments in folders, with threads and journals. */
export { type Downloaded, downloadMusk } from "./download/musk.js";
export { dataFolders, findDataSet } from "./find-data.js";
export { type CompareOutcome, type RunCompareOptions, runCompare } from "./run-compare.js";
export {
  type ExperimentOptions,
  type ExperimentOutcome,
  type ExperimentProgress,
  runExperiment,
} from "./run-experiment.js";
