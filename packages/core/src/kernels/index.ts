/** The entry @bagwise/core/kernels: what a bag becomes, and how two are compared. */
export { summedRows, unitVectors } from "./blocks/block-view.js";
export { plainView } from "./blocks/fit.js";
export { type Codebook, pointsOf } from "./codebook/codebook.js";
export { asPower, hasDegree, withDegree } from "./degree.js";
export { describeKernel } from "./describe-kernel.js";
export { inColumnOrder } from "./gram/column-order.js";
export { gram, gramDiagonal, weighted } from "./gram/gram.js";
export { type GramFamily, gramFamily } from "./gram/gram-family.js";
export { grams } from "./gram/grams.js";
export { instanceGram } from "./gram/instance-gram.js";
export { instanceGramsAmong } from "./gram/instance-grams.js";
export { isNarrow } from "./gram/narrow-gaussian.js";
export {
  INSTANCE_KERNEL_NAMES,
  type InstanceKernel,
  type InstanceKernelName,
  type InstanceKernelSpecification,
  type Width,
} from "./instance-kernel.js";
export {
  isResolved,
  type Kernel,
  type KernelSpecification,
  leavesOf,
  type PairsKernel,
  vectorName,
} from "./kernel.js";
export { KERNEL_NAMES, parseKernel } from "./parse-kernel.js";
export { represent } from "./represent.js";
export {
  type Instances,
  instanceRows,
  instancesOf,
  type Representation,
  statisticRows,
  subsetRepresentation,
} from "./representation.js";
export { type ResolveOptions, resolveCodebooks, resolveKernel, resolveKernels } from "./resolve-kernel.js";
export { checkComputable, LARGEST } from "./statistic/check-bags.js";
export type { BagRows, Statistic } from "./statistic/statistic.js";
export {
  STATISTIC_NAMES,
  STATISTICS,
  type StatisticName,
  statisticColumns,
  statisticsOf,
} from "./statistic/statistics.js";
export { midRankSteps, normalScores } from "./views/ranks.js";
export { AT_CENTRE, CLIP } from "./views/rows.js";
export { VIEWS, type Views, viewsGram, viewsKernel } from "./views/views.js";
