import { conformalFactors } from "../codebook/conformal.js";
import type { PairKernel } from "../kernel.js";
import { kernelKey } from "../kernel-key.js";
import type { Instances } from "../representation.js";
import { graphWeights } from "./graph-weights.js";

/** Cached because bags are scored in blocks, all against the same centres. */
const known = new WeakMap<Instances, Map<string, Instances>>();

/**
 * The instances with the weights that this kernel gives them. The plain set kernel gives none. The
 * weights of a bag depend on that bag alone, so that they need not be stored.
 */
export function weighted(kernel: PairKernel, instances: Instances): Instances {
  if (kernel.type === "set") return instances;
  const made = known.get(instances) ?? new Map<string, Instances>();
  known.set(instances, made);
  const name = kernel.type === "graph" ? "graph" : kernelKey({ ...kernel, kernel: null });
  const found = made.get(name);
  if (found !== undefined) return found;
  const result = { ...instances, weights: weightsOf(kernel, instances) };
  made.set(name, result);
  return result;
}

function weightsOf(kernel: Exclude<PairKernel, { type: "set" }>, instances: Instances): Float64Array {
  if (kernel.type === "graph") return graphWeights(instances);
  const { rows, offsets } = instances;
  const weights = conformalFactors(kernel.codebook, kernel.factors, rows);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let k = offsets[i]; k < offsets[i + 1]; k++) weights[k] /= offsets[i + 1] - offsets[i];
  return weights;
}
