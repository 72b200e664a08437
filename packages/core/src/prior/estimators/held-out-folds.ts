import { monotoneSteps, type RatioStep, type Scored, stepAt } from "../../statistics/monotone-ratio.js";
import type { PriorProblem } from "./problem.js";
import { type SampleWeights, total } from "./weights.js";

type HeldOutFold = ReturnType<typeof heldOutFolds>[number];

/**
 * The folds, each with the weights outside of it (all weights for a single fold), that leave both
 * samples outside, so that something can be learned.
 */
export function heldOutFolds({ fold, folds }: Pick<PriorProblem, "fold" | "folds">, weights: SampleWeights) {
  return Array.from({ length: folds }, (_, f) => {
    const outside = (values: Float64Array) => values.map((value, i) => (folds > 1 && fold[i] === f ? 0 : value));
    const training = { positive: outside(weights.positive), mixture: outside(weights.mixture) };
    return { fold: f, training, positiveWeight: total(training.positive), mixtureWeight: total(training.mixture) };
  }).filter(({ positiveWeight, mixtureWeight }) => positiveWeight > 0 && mixtureWeight > 0);
}

/**
 * The weighted mean of `value` over the positive bags, at the step of each bag's score in the
 * monotone ratio of the other folds: this removes the shrinkage of the penalty, crossing the folds
 * its optimism. 0 if no positive bag can be scored.
 */
export function meanOverPositives(
  problem: Pick<PriorProblem, "fold" | "folds" | "positives">,
  scores: Scored,
  weights: SampleWeights,
  value: (step: RatioStep, heldOut: HeldOutFold) => number,
): number {
  let sum = 0;
  let weight = 0;
  for (const heldOut of heldOutFolds(problem, weights)) {
    const steps = monotoneSteps(scores, heldOut.training.positive, heldOut.training.mixture);
    for (let i = 0; i < problem.positives; i++) {
      if (problem.fold[i] !== heldOut.fold || weights.positive[i] === 0) continue;
      sum += weights.positive[i] * value(stepAt(steps, scores.values[i]), heldOut);
      weight += weights.positive[i];
    }
  }
  return weight > 0 ? sum / weight : 0;
}
