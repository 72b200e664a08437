export { type Bag, BagSet, type BagSetParts, type Floats, type OwnedParts } from "./bag-set.js";
export { type CheckOptions, check } from "./check.js";
export { contentHash } from "./content-hash.js";
export { duplicates } from "./duplicates.js";
export { type ColumnStatistics, featureStatistics } from "./feature-statistics.js";
export type { Finding, FindingCode } from "./finding.js";
export { LABEL_CODE, type Label } from "./label.js";
export { type NearDuplicates, type NearDuplicatesOptions, nearDuplicates } from "./near-duplicates.js";
export {
  applyScaling,
  fitScaling,
  SCALING_METHODS,
  type Scaling,
  type ScalingMethod,
  type ScalingOptions,
} from "./scaling.js";
export { assignFolds, type FoldOptions, SPLIT_WAYS, type SplitBy, type SplitOptions, split } from "./split.js";
export { type SizeBin, type Summary, summarise } from "./summary.js";
export { type Synthetic, synthesise } from "./synthesise.js";
export { SYNTHESISE_OPTIONS, type SynthesiseOptions } from "./synthesise-options.js";
