/**
 * The learners by name, those of @bagwise/baselines included: this file registers them. Whatever looks a learner up
 * comes by here, or imports this file for what it does.
 */
import { registerBaselines } from "@bagwise/baselines";

export { calibrateModel, evaluateHeldOut, thresholdOf, withThreshold } from "@bagwise/core/judge";
export { LEARNERS, learnerByName, registerLearner } from "@bagwise/core/learners";

registerBaselines();
