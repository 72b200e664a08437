/** The entry @bagwise/core/explain: which instance and which features made a bag positive. */
export { explain, explainEach } from "./explain.js";
export type { BagExplanation, ExplainOptions, ExplainRun, FeatureEffect } from "./explanation.js";
export { featureEffects } from "./feature-effects.js";
export { type LeaveOneOut, leaveOneOut } from "./leave-one-out/leave-one-out.js";
export type { Witness } from "./leave-one-out/witness.js";
