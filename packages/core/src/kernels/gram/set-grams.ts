import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../instance-kernel.js";
import type { Instances } from "../representation.js";
import { instanceGrams } from "./instance-grams.js";
import { blockPairs, putMeans } from "./set-gram.js";

/**
 * `setGram` of several kernels of instances, with the same bits and in less time, because they share the
 * distances; and for several weights of the same instances: `variants` differ in nothing else. A list of
 * matrices for each of them.
 */
export function setGrams(kernels: readonly InstanceKernel[], variants: readonly Instances[]): Matrix[][] {
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
