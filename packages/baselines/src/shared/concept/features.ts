import type { ConceptBags } from "./objective.js";

/**
 * The features with at least two different values. One that is constant tells nothing about these bags, and
 * its variance is a rounding error: the pull of its point to the mean is then so steep that no search gets
 * anywhere. Costs a pass over the numbers at most.
 */
export function varyingFeatures({ data, features }: Pick<ConceptBags, "data" | "features">): Uint32Array {
  const varies = (j: number) => {
    for (let at = j + features; at < data.length; at += features) if (data[at] !== data[j]) return true;
    return false;
  };
  return Uint32Array.from({ length: features }, (_, j) => j).filter(varies);
}

/** The bags with these features alone. */
export function withFeatures({ data, features, ...rest }: ConceptBags, kept: Uint32Array): ConceptBags {
  const rows = data.length / features;
  const few = new Float64Array(rows * kept.length);
  for (let i = 0, at = 0; i < rows; i++)
    for (let k = 0, row = i * features; k < kept.length; k++) few[at++] = data[row + kept[k]];
  return { ...rest, data: few, features: kept.length };
}

/**
 * The parameters of all features, from those of some: the others have the scale 0, and the mean as point.
 * A scale that all features share stays the one.
 */
export function spreadFeatures(
  x: Float64Array,
  { kept, mean, shared }: { readonly kept: Uint32Array; readonly mean: Float64Array; readonly shared: boolean },
): Float64Array {
  const features = mean.length;
  const whole = new Float64Array(features + (shared ? 1 : features));
  whole.set(mean);
  for (const [k, j] of kept.entries()) {
    whole[j] = x[k];
    if (!shared) whole[features + j] = x[kept.length + k];
  }
  if (shared) whole[features] = x[kept.length];
  return whole;
}
