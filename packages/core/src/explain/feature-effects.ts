import type { BagSet } from "../bags/bag-set.js";
import type { FeatureEffect } from "./explanation.js";

/** What is known about the features of a witness, in the model's order of features. */
interface Known {
  readonly effects: Float64Array;
  readonly names: readonly string[];
  /** Whether the value of feature j is at least the mean of the others. */
  above(j: number): boolean;
  /** The maximum number of features to return. */
  readonly most: number;
}

/** The features with the largest effects, with their values before scaling. */
export function featureEffects(bags: BagSet, index: number, instance: number, known: Known): FeatureEffect[] {
  const { effects, names, above, most } = known;
  const order = Array.from(effects.keys())
    .filter((j) => effects[j] !== 0)
    .sort((a, b) => Math.abs(effects[b]) - Math.abs(effects[a]) || a - b)
    .slice(0, most);
  return order.map((j) => {
    const column = bags.features[j] === names[j] ? j : bags.features.indexOf(names[j]);
    return {
      name: names[j],
      index: column,
      value: bags.data[(bags.startOf(index) + instance) * bags.dimension + column],
      others: rangeOf(bags, index, instance, column),
      direction: above(j) ? "high" : "low",
      effect: effects[j],
    };
  });
}

function rangeOf(bags: BagSet, index: number, instance: number, column: number): FeatureEffect["others"] {
  const size = bags.sizeOf(index);
  if (size === 1) return null;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    if (i === instance) continue;
    const value = bags.data[(bags.startOf(index) + i) * bags.dimension + column];
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }
  return { min, max, mean: Math.min(max, Math.max(min, sum / (size - 1))) };
}
