import { exp, log } from "@bagwise/core/base";
import { lbfgs } from "@bagwise/core/linalg";
import type { Climb } from "../shared/concept/climb.js";
import { holdInstances } from "../shared/concept/instances/hold.js";
import { lossAt, probability } from "../shared/concept/likelihood.js";
import { type ConceptBags, conceptObjective, type DistanceLoss } from "../shared/concept/objective.js";

/** If no instance of a bag is nearer than this squared distance, sums replace the noisy-or. */
const FAR = 30;

/**
 * Minus the log-likelihood of Diverse Density: a bag is positive if at least one of its instances is
 * the concept, independently of each other (noisy-or),
 *
 *     -sum over positive bags of log(1 - prod_i (1 - p_i)) - sum over negative bags of sum_i log(1 - p_i).
 */
export function noisyOrLoss({ offsets, signs }: Pick<ConceptBags, "offsets" | "signs">): DistanceLoss {
  return (distances, slopes) => {
    let value = 0;
    for (let bag = 0; bag < signs.length; bag++) {
      const own = signs[bag] > 0 ? anyOf : noneOf;
      value += own(distances, slopes, offsets[bag], offsets[bag + 1]);
    }
    return value;
  };
}

/** DD: L-BFGS on the whole likelihood. */
export const climbNoisyOr: Climb = (bags) => {
  const instances = holdInstances(bags.data, bags.features);
  return (problem) => {
    const objective = conceptObjective(instances, noisyOrLoss(bags), problem);
    return (start, { iterations, tolerance }) => {
      const found = lbfgs(objective, start, { maxIterations: iterations, tolerance });
      return { ...found, rounds: 0 };
    };
  };
};

/** -log(1 - prod (1 - p)). */
function anyOf(distances: Float64Array, slopes: Float64Array, from: number, to: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) nearest = Math.min(nearest, distances[i]);
  if (!(nearest < FAR)) {
    // All p are tiny: 1 - prod (1 - p) = sum p but for 1e-13 of it, and p itself may underflow.
    let sum = 0;
    for (let i = from; i < to; i++) {
      slopes[i] = exp(nearest - distances[i]);
      sum += slopes[i];
    }
    for (let i = from; i < to; i++) slopes[i] /= sum;
    return lossAt(nearest) - log(sum);
  }
  let any = 0;
  for (let i = from; i < to; i++) {
    slopes[i] = probability(distances[i]);
    any += slopes[i] * (1 - any);
  }
  for (let i = from; i < to; i++) slopes[i] *= (1 - any) / ((1 - slopes[i]) * any);
  return -log(any);
}

/** -sum log(1 - p). */
function noneOf(distances: Float64Array, slopes: Float64Array, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const p = probability(distances[i]);
    value -= log(1 - p);
    slopes[i] = -p / (1 - p);
  }
  return value;
}
