/** The entry @bagwise/core/bags: bags, their labels, copies, scaling and summaries. */
export { alignFeatures } from "./align-features.js";
export type { Answer } from "./answer.js";
export { type Bag, BagSet, type BagSetParts, type Floats } from "./bag-set.js";
export { type CheckOptions, check } from "./check.js";
export { contentHash } from "./content-hash.js";
export { bagHashes } from "./copies/bag-hashes.js";
export { type CopiesBetween, copiesBetween } from "./copies/copies-between.js";
export { duplicates } from "./copies/duplicates.js";
export { headOf, holdsHead } from "./copies/equal-bags.js";
export { copyFamilies, type GroupedCopies, groupCopies } from "./copies/group-copies.js";
export { type Leakage, type LeakageOptions, leakage } from "./copies/leakage.js";
export { type NearDuplicates, type NearDuplicatesOptions, nearDuplicates } from "./copies/near-duplicates.js";
export { areMostlyCounts } from "./count-features.js";
export { type ColumnStatistics, featureStatistics } from "./feature-statistics.js";
export { featuresText } from "./features-text.js";
export type { Finding, FindingCode } from "./finding.js";
export type { BagObject, FromOptions, FromRowsOptions, InstanceValues, LabelValue, RowObject } from "./from-objects.js";
export { joinBags } from "./join-bags.js";
export { hashSums, summarised } from "./kernel/bags-kernel.js";
export { installBagsKernel } from "./kernel/installed.js";
export { LABEL_CODE, type Label, labelOf } from "./label.js";
export { isDoubtfulLabel, type LabelNames, type LabelReader, labelReader, NOT_SAID } from "./label-values.js";
export { withLabelsApart } from "./labels-apart.js";
export { offsetsOf } from "./offsets-of.js";
export type { Origin, ShownColumn } from "./origin.js";
export type { OwnedParts } from "./owned-parts.js";
export {
  type ColumnUse,
  type DateOrder,
  type DecimalSign,
  featureNames,
  isPlain,
  MISSING_WAYS,
  type Missing,
  type Recipe,
  type UsedColumn,
} from "./recipe.js";
export {
  applyScaling,
  fitScaling,
  SCALING_METHODS,
  type Scaling,
  type ScalingMethod,
  type ScalingOptions,
} from "./scaling.js";
export { type BlockHead, type Similarity, SparseRow, SparseRows, sparseRow } from "./sparse.js";
export { assignFolds, type FoldOptions, SPLIT_WAYS, type SplitBy, type SplitOptions, split } from "./split.js";
export { type BagSummary, type SizeBin, summarise } from "./summary.js";
export { type Synthetic, synthesise } from "./synthesise.js";
export { SYNTHESISE_OPTIONS, type SynthesiseOptions } from "./synthesise-options.js";
