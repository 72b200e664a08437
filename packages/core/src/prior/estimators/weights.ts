import type { Random } from "../../base/random.js";
import { labelledInSample } from "../../scores/scenario.js";
import type { PriorProblem } from "./problem.js";

/** How often each bag occurs in the sample of p(X | +1) and in that of p(X); 0 if it does not. */
export interface SampleWeights {
  readonly positive: Float64Array;
  /** Over the unlabeled bags, or over all bags in the single-set scenario. */
  readonly mixture: Float64Array;
}

type Shape = Pick<PriorProblem, "positives" | "unlabeled" | "scenario">;

/** Every bag once, or as often as `counts` says. */
export function weightsOf({ positives, unlabeled, scenario }: Shape, counts?: Float64Array): SampleWeights {
  const all = counts ?? new Float64Array(positives + unlabeled).fill(1);
  const positive = all.slice().fill(0, positives);
  const mixture = labelledInSample(scenario) ? all.slice() : all.slice().fill(0, 0, positives);
  return { positive, mixture };
}

/** A bootstrap sample: positive and unlabeled bags are drawn separately, with replacement. */
export function bootstrapCounts({ positives, unlabeled }: Shape, generator: Random): Float64Array {
  const counts = new Float64Array(positives + unlabeled);
  for (let k = 0; k < positives; k++) counts[generator.below(positives)]++;
  for (let k = 0; k < unlabeled; k++) counts[positives + generator.below(unlabeled)]++;
  return counts;
}

/** The sum of the numbers. */
export function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** The weighted mean; 0 if all weights are 0. */
export function weightedMean(values: Float64Array, weights: Float64Array): number {
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < values.length; i++) {
    if (weights[i] === 0) continue;
    sum += weights[i] * values[i];
    weight += weights[i];
  }
  return weight > 0 ? sum / weight : 0;
}
