/** Everything of the pure entry, with `readBags` for paths and what else needs Node. */
export * from "../index.js";
export { fileSource } from "./file-source.js";
export { loadModel, saveModel } from "./model-file.js";
export { readBags } from "./read-bags.js";
export { workerExecutor } from "./worker-executor.js";
export { writeAtomically } from "./write-atomically.js";
export { writeBags } from "./write-bags.js";
