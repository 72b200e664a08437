/** The entry bagwise/kernels: statistics of bags, kernels on them, and their matrices. */
export type { BagRows, Statistic } from "../statistics/statistic.js";
export { STATISTIC_NAMES, STATISTICS, type StatisticName, statisticsOf } from "../statistics/statistics.js";
export { describeKernel } from "./describe-kernel.js";
export { gram, gramDiagonal } from "./gram/gram.js";
export { type GramFamily, gramFamily } from "./gram/gram-family.js";
export { instanceGram } from "./gram/instance-gram.js";
export {
  type Codebook,
  INSTANCE_KERNEL_NAMES,
  type InstanceKernel,
  type InstanceKernelName,
  type InstanceKernelSpecification,
  type Kernel,
  type KernelSpecification,
  type Width,
} from "./kernel.js";
export { KERNEL_NAMES, parseKernel } from "./parse-kernel.js";
export { type Instances, type Representation, represent, subsetRepresentation } from "./representation.js";
export { type ResolveOptions, resolveKernel } from "./resolve-kernel.js";
export { type Views, viewsGram, viewsKernel } from "./views/views.js";
