/** The entry @bagwise/core/learners: the learners for positive and unlabeled bags, what a learner is, and the list of them. Training code is loaded when something is trained. */
export { auto } from "./auto/auto.js";
export type { AutoOptions } from "./auto/options.js";
export { takePropensities } from "./auto/propensity.js";
export { bagging } from "./bagging/bagging.js";
export type { BaggingOptions } from "./bagging/options.js";
export { byLabels, givesTexts, kindText, needsText, priorUseText, usesNegatives } from "./describe-learner.js";
export { dsdd } from "./dsdd/dsdd.js";
export type { DsddOptions } from "./dsdd/options.js";
export {
  type ExperimentSetting,
  type FitContext,
  type Learner,
  type LearnerDescription,
  type LearnerEntry,
  learnerOf,
  type Train,
  type TrainingProgress,
} from "./learner.js";
export { lsdd } from "./lsdd/lsdd.js";
export type { LsddOptions } from "./lsdd/options.js";
export type { PuInstanceOptions } from "./pu-instance/options.js";
export { puInstance } from "./pu-instance/pu-instance.js";
export type { PuMilOptions } from "./pu-mil/options.js";
export { puMil } from "./pu-mil/pu-mil.js";
export type { PuSkcOptions } from "./pu-skc/options.js";
export { puSkc } from "./pu-skc/pu-skc.js";
export {
  findLearner,
  LEARNERS,
  learnerByName,
  learnerModules,
  namesOf,
  registerLearner,
  usualLearner,
  workByName,
} from "./registry.js";
export { bagKernel } from "./shared/bag-kernel.js";
export {
  FOLDS,
  LABELLED_HOW,
  lambdas,
  NEGATIVES,
  PRIOR_FOR_MEASURES,
  PROPENSITY,
  SCENARIO,
  SEED,
  scaling,
  UNLABELED_AS,
  widths,
} from "./shared/options.js";
export { NOTHING_SHARED, type SharedWork, sharedWork } from "./shared-work.js";
export type { Execute, Work } from "./work.js";
