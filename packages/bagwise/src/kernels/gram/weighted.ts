import type { PairKernel } from "../kernel.js";
import type { Instances } from "../representation.js";
import { graphWeights } from "./graph-weights.js";

/** Cached because bags are scored in blocks, all against the same centres. */
const known = new WeakMap<Instances, Instances>();

/**
 * The instances with the weights that this kernel gives them. The plain set kernel gives none. The
 * weights of a bag depend on that bag alone, so that they need not be stored.
 */
export function weighted(kernel: PairKernel, instances: Instances): Instances {
  if (kernel.type === "set") return instances;
  const found = known.get(instances);
  if (found !== undefined) return found;
  const made = { ...instances, weights: graphWeights(instances) };
  known.set(instances, made);
  return made;
}
