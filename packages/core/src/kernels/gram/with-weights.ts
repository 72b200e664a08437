import type { Instances } from "../representation.js";

/** Cached because bags are scored in blocks, all against the same centres. */
const known = new WeakMap<Instances, Map<string, Instances>>();

/**
 * The instances with weights, computed once for each `name` of them. The weights of a bag depend on that bag
 * alone, so that they need not be stored.
 */
export function withWeights(instances: Instances, name: string, weights: () => Float64Array): Instances {
  const made = known.get(instances) ?? new Map<string, Instances>();
  known.set(instances, made);
  const result = made.get(name) ?? { ...instances, weights: weights() };
  made.set(name, result);
  return result;
}
