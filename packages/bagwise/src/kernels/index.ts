export { checkInstanceKernel, checkKernel, checkKernelSpecification } from "./check-kernel.js";
export { hasDegree, withDegree } from "./degree.js";
export { describeKernel } from "./describe-kernel.js";
export { gram, gramDiagonal } from "./gram.js";
export { type GramFamily, gramFamily } from "./gram-family.js";
export { instanceGram } from "./instance-gram.js";
export {
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
export {
  type RepresentationData,
  representationFromData,
  representationToData,
} from "./representation-data.js";
export { isResolved, type ResolveOptions, resolveKernel } from "./resolve-kernel.js";
export { type Views, viewsGram, viewsKernel } from "./views.js";
