import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../instance-kernel.js";
import { isVectorKernel, type Kernel, leavesOf } from "../kernel.js";
import { type Instances, instanceRows, type Representation } from "../representation.js";
import { gramWith, weighted } from "./gram.js";
import { instanceGrams } from "./instance-grams.js";
import { blockPairs, putMeans, setGram } from "./set-gram.js";

/** Set kernels between some instances, by their kernel of instances. Kernels of bags often share them. */
const knownSets = new WeakMap<Instances, Map<string, Matrix>>();

/**
 * The kernel matrices of some bags for several kernels, with the bits of `gram`. Kernels of pairs that
 * differ in their widths share the distances between instances, which take most of the time. Memory:
 * all matrices at once.
 *
 * Set kernels are remembered with the instances. With `foresee`, Gaussian ones of graphs are computed
 * along with those of sets, because they compare the same instances and will be asked for next.
 */
export function grams(kernels: readonly Kernel[], a: Representation, { foresee = false } = {}): Matrix[] {
  const known = new Map<Instances, Map<string, Matrix>>();
  for (const [instances, wanted] of comparedPairs(kernels, a)) {
    const own = knownOf(instances);
    known.set(instances, own);
    const missing = wanted.filter((kernel) => !own.has(JSON.stringify(kernel)));
    if (missing.length === 0) continue;
    const plain = instanceRows(a);
    const graph =
      foresee && missing[0].type === "gaussian" ? weighted({ type: "graph", kernel: missing[0] }, plain) : instances;
    const variants = graph !== instances && instances === plain ? [plain, graph] : [instances];
    for (const [v, made] of setGrams(missing, variants).entries())
      for (const [k, each] of made.entries()) knownOf(variants[v]).set(JSON.stringify(missing[k]), each);
  }
  const taken = (kernel: InstanceKernel, instances: Instances) => {
    const found = known.get(instances)?.get(JSON.stringify(kernel));
    // Whoever takes it may overwrite it.
    return found === undefined ? setGram(kernel, instances) : matrix(found.rows, found.cols, found.data.slice());
  };
  return kernels.map((kernel) => gramWith(taken, kernel, a));
}

function knownOf(instances: Instances): Map<string, Matrix> {
  const known = knownSets.get(instances) ?? new Map<string, Matrix>();
  knownSets.set(instances, known);
  return known;
}

/** Which kernels of instances are needed between which weighted instances. */
function comparedPairs(kernels: readonly Kernel[], a: Representation): Map<Instances, InstanceKernel[]> {
  const wanted = new Map<Instances, InstanceKernel[]>();
  for (const leaf of kernels.flatMap((kernel) => leavesOf(kernel))) {
    if (isVectorKernel(leaf)) continue;
    const instances = weighted(leaf, instanceRows(a));
    wanted.set(instances, [...(wanted.get(instances) ?? []), leaf.kernel]);
  }
  return wanted;
}

/**
 * `setGram` of several kernels of instances, with the same bits and in less time, because they share the
 * distances; and for several weights of the same instances: `variants` differ in nothing else. A list of
 * matrices for each of them.
 */
function setGrams(kernels: readonly InstanceKernel[], variants: readonly Instances[]): Matrix[][] {
  const [a] = variants;
  const bags = a.offsets.length - 1;
  const results = variants.map(() => kernels.map(() => matrix(bags, bags)));
  for (const blocks of blockPairs(a)) {
    let k = 0;
    for (const from of blocks.small ? instanceGrams(kernels, blocks.rows, blocks.others) : kernels) {
      for (const [v, variant] of variants.entries()) putMeans(results[v][k], from, blocks, variant);
      k++;
    }
  }
  return results;
}
