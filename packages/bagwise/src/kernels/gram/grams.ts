import type { Matrix } from "../../linalg/matrix.js";
import { type InstanceKernel, isVectorKernel, type Kernel, leavesOf } from "../kernel.js";
import { type Instances, instanceRows, type Representation } from "../representation.js";
import { gramWith } from "./gram.js";
import { instanceGrams } from "./instance-grams.js";
import { setGram, setGrams } from "./set-gram.js";
import { weighted } from "./weighted.js";

/**
 * The kernel matrices of some bags for several kernels, with the bits of `gram`. Kernels of pairs that
 * differ in their widths share the distances between instances, which take most of the time. Memory:
 * all matrices at once.
 */
export function grams(kernels: readonly Kernel[], a: Representation): Matrix[] {
  const known = new Map<Instances, Map<InstanceKernel, Matrix>>();
  for (const [instances, wanted] of comparedPairs(kernels, a)) {
    const made = setGrams(wanted, instances, undefined, instanceGrams);
    known.set(instances, new Map(wanted.map((kernel, k) => [kernel, made[k]])));
  }
  const taken = (kernel: InstanceKernel, instances: Instances) => {
    const found = known.get(instances)?.get(kernel);
    // Whoever takes it may overwrite it.
    known.get(instances)?.delete(kernel);
    return found ?? setGram(kernel, instances);
  };
  return kernels.map((kernel) => gramWith(taken, kernel, a));
}

/** Which kernels of instances are needed between which weighted instances. */
function comparedPairs(kernels: readonly Kernel[], a: Representation): Map<Instances, InstanceKernel[]> {
  const wanted = new Map<Instances, InstanceKernel[]>();
  for (const leaf of kernels.flatMap((kernel) => leavesOf(kernel))) {
    if (isVectorKernel(leaf)) continue;
    const instances = leaf.type === "edge-graph" ? instanceRows(a) : weighted(leaf, instanceRows(a));
    wanted.set(instances, [...(wanted.get(instances) ?? []), leaf.kernel]);
  }
  return wanted;
}
