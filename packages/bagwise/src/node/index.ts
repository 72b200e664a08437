/** Everything of the pure entry and of the entries evaluation and explain, with `readBags` for paths and what else needs Node. */
export * from "../evaluation/index.js";
export * from "../explain/index.js";
export * from "../index.js";
export { type CrossFitOptions, crossFit } from "../learners/cross-fit.js";
export { type Downloaded, downloadMusk } from "./experiment/download/musk.js";
export { dataFolders, findDataSet } from "./experiment/find-data.js";
export { type CompareOutcome, type RunCompareOptions, runCompare } from "./experiment/run-compare.js";
export {
  type ExperimentOptions,
  type ExperimentOutcome,
  type ExperimentProgress,
  runExperiment,
} from "./experiment/run-experiment.js";
export { fileSource } from "./file-source.js";
export { loadModel, saveModel } from "./model-file.js";
export { readBags } from "./read-bags.js";
export { workerExecutor } from "./worker-executor.js";
export { writeAtomically } from "./write-atomically.js";
export { writeBags } from "./write-bags.js";
