/** The entry bagwise/bags: copies, scaling, folds and statistics of bags, and seeded random numbers. */
export { type Random, random } from "../base/random.js";
export { bagHashes } from "./copies/bag-hashes.js";
export { type CopiesBetween, copiesBetween } from "./copies/copies-between.js";
export { duplicates } from "./copies/duplicates.js";
export { type GroupedCopies, groupCopies } from "./copies/group-copies.js";
export { type Leakage, type LeakageOptions, leakage } from "./copies/leakage.js";
export { type NearDuplicates, type NearDuplicatesOptions, nearDuplicates } from "./copies/near-duplicates.js";
export { type ColumnStatistics, featureStatistics } from "./feature-statistics.js";
export { LABEL_CODE } from "./label.js";
export type { OwnedParts } from "./owned-parts.js";
export {
  applyScaling,
  fitScaling,
  SCALING_METHODS,
  type Scaling,
  type ScalingMethod,
  type ScalingOptions,
} from "./scaling.js";
export { assignFolds, type FoldOptions, SPLIT_WAYS } from "./split.js";
export { SYNTHESISE_OPTIONS } from "./synthesise-options.js";
