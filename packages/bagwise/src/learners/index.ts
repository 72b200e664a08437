export { distinctInstances } from "./distinct-instances.js";
export type { Execute, FitContext, Learner, LearnerDescription, LearnerEntry, TrainingProgress } from "./learner.js";
export { type PriorStudy, type Sensitivity, STUDY_SETTING, studyPrior } from "./prior-study.js";
export { puSkc } from "./pu-skc.js";
export { type PuSkcJob, type PuSkcOutcome, runPuSkcJob } from "./pu-skc-fit.js";
export { PU_SKC_OPTIONS, type PuSkcOptions } from "./pu-skc-options.js";
export { LEARNERS, learnerByName } from "./registry.js";
export { trainingBags } from "./training-bags.js";
