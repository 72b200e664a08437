import { monotoneSteps, type RatioStep, type Scored, stepAt } from "../../scores/monotone-ratio.js";
import type { PriorProblem } from "./problem.js";
import { type SampleWeights, total } from "./weights.js";

/** One fold of scored bags, with the weights of the other folds. */
interface HeldOutFold {
  readonly fold: number;
  /** The weights outside the fold; all weights if there is only one fold. */
  readonly training: SampleWeights;
  readonly positiveWeight: number;
  readonly mixtureWeight: number;
}

/** The folds that leave both samples outside, so that something can be learned. */
export function heldOutFolds(
  { fold, folds }: Pick<PriorProblem, "fold" | "folds">,
  weights: SampleWeights,
): HeldOutFold[] {
  const found: HeldOutFold[] = [];
  for (let f = 0; f < folds; f++) {
    const outside = (values: Float64Array) => values.map((value, i) => (folds > 1 && fold[i] === f ? 0 : value));
    const training = { positive: outside(weights.positive), mixture: outside(weights.mixture) };
    const positiveWeight = total(training.positive);
    const mixtureWeight = total(training.mixture);
    if (positiveWeight > 0 && mixtureWeight > 0) found.push({ fold: f, training, positiveWeight, mixtureWeight });
  }
  return found;
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
