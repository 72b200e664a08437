export { explain, explainEach } from "./explain.js";
export type { BagExplanation, ExplainOptions, ExplainRun, FeatureEffect } from "./explanation.js";
