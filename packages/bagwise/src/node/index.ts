/**
 * The main entry in Node: all of the browser's, where `readBags` also takes paths, with files and
 * threads. Also called `bagwise/node`.
 */
export * from "../index.js";
export { loadModel, saveModel } from "./model-file.js";
export { readBags, surveyBags } from "./read-bags.js";
export { readSession as loadReview, writeSession as saveReview } from "./review-file.js";
export { type ModelServer, type ServeOptions, serveModel } from "./serve/serve-model.js";
export { workerExecutor } from "./worker-executor.js";
export { writeBags } from "./write-bags.js";
