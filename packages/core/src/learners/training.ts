/** The entry @bagwise/core/training: what the training code of learners shares. For packages that bring learners of their own; import it where training code is, not where a learner is described. */
export { type ReviewRanker, type ReviewRanking, reviewRanker } from "./auto/review-ranker.js";
export { grownForest } from "./bagging/grown-forest.js";
export { highestOfBags, rowsOfBags } from "./shared/bag-rows.js";
export { certificateNotes, givenPriorCard, nothingHeldOut } from "./shared/card-parts.js";
export { copiesApart } from "./shared/copies-apart.js";
export { distinctInstances } from "./shared/distinct-instances.js";
export { fittedBags } from "./shared/fitted-bags.js";
export { type Folds, trainingFolds } from "./shared/folds.js";
export { aroundMedian, chooseRows } from "./shared/instance-data.js";
export { knownBags } from "./shared/known-bags.js";
export { drawLandmarks } from "./shared/landmarks.js";
export { settle } from "./shared/machine/alternate.js";
export { gather, gathering } from "./shared/machine/gather.js";
export {
  highest,
  kernelOfRows,
  type MachineFit,
  type MachineSetting,
  type MachineTask,
  type Pool,
  rowsOfTask,
  spread,
  valuesOf,
  valuesOfAll,
} from "./shared/machine/task.js";
export { usualNegativeWeight } from "./shared/negative-weight.js";
export { foldPairs, leastOf, nestedValues, risksWithout } from "./shared/nested.js";
export { columnsByName, orderedInstances } from "./shared/ordered-instances.js";
export { type PreparedInstances, preparedInstances } from "./shared/prepared-instances.js";
export { type SignedBags, signedBags, type UnlabeledUse } from "./shared/signed-bags.js";
export { signedCalibration } from "./shared/signed-calibration.js";
export { largestCap, thinned } from "./shared/thinned.js";
export { type NegativeUse, trainingBags } from "./shared/training-bags.js";
