/**
 * Everything of the pure entry and of the entries evaluation and explain, with `readBags` for paths
 * and what else needs Node.
 */

export { type CrossFitOptions, crossFit } from "../evaluation/cross-fit.js";
export * from "../evaluation/index.js";
export * from "../explain/index.js";
export * from "../index.js";
export { fileSource } from "./file-source.js";
export { loadModel, saveModel } from "./model-file.js";
export { readBags } from "./read-bags.js";
export { workerExecutor } from "./worker-executor.js";
export { writeAtomically } from "./write-atomically.js";
export { writeBags } from "./write-bags.js";
