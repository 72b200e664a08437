/**
 * The main entry in Node: all of the browser's, where `readBags` also takes paths, with files and
 * threads. Also called `bagwise/node`.
 */
export * from "../index.js";
export { loadModel, saveModel } from "./files/model-file.js";
export { readBags, surveyBags } from "./files/read-bags.js";
export { readSession as loadReview, writeSession as saveReview } from "./files/review-file.js";
export { writeBags } from "./files/write-bags.js";
export { type ModelServer, type ServeOptions, serveModel } from "./serve/serve-model.js";
export { workerExecutor } from "./threads/worker-executor.js";
