import { type Matrix, matrix } from "../../linalg/matrix.js";
import { type InstanceKernel, isVectorKernel, type Kernel, leavesOf } from "../kernel.js";
import { type Instances, instanceRows, type Representation } from "../representation.js";
import { gramWith } from "./gram.js";
import { instanceGrams } from "./instance-grams.js";
import { setGram, setGrams } from "./set-gram.js";
import { weighted } from "./weighted.js";

/** Set kernels between some instances, by their kernel of instances. Kernels of bags often share them. */
const knownSets = new WeakMap<Instances, Map<string, Matrix>>();

/**
 * The kernel matrices of some bags for several kernels, with the bits of `gram`. Kernels of pairs that
 * differ in their widths share the distances between instances, which take most of the time. Memory:
 * all matrices at once.
 */
export function grams(kernels: readonly Kernel[], a: Representation): Matrix[] {
  const known = new Map<Instances, Map<string, Matrix>>();
  for (const [instances, wanted] of comparedPairs(kernels, a)) {
    const before = knownSets.get(instances) ?? new Map<string, Matrix>();
    knownSets.set(instances, before);
    const missing = wanted.filter((kernel) => !before.has(JSON.stringify(kernel)));
    const made = missing.length === 0 ? [] : setGrams(missing, instances, undefined, instanceGrams);
    for (const [k, each] of made.entries()) before.set(JSON.stringify(missing[k]), each);
    known.set(instances, before);
  }
  const taken = (kernel: InstanceKernel, instances: Instances) => {
    const found = known.get(instances)?.get(JSON.stringify(kernel));
    // Whoever takes it may overwrite it.
    return found === undefined ? setGram(kernel, instances) : matrix(found.rows, found.cols, found.data.slice());
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
