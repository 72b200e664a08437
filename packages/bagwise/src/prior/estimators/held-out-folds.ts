import { monotoneSteps, type RatioStep, type Scored, stepAt } from "../../scores/monotone-ratio.js";
import type { PriorProblem } from "./problem.js";
import { type SampleWeights, total } from "./weights.js";

/** One fold of scored bags: what the other folds weigh, and which bags are its own. */
export interface HeldOutFold {
  readonly fold: number;
  /** The weights outside the fold; with one fold in all, everything. */
  readonly training: SampleWeights;
  readonly positiveWeight: number;
  readonly mixtureWeight: number;
}

/**
 * The folds in which both samples are present outside, so that something can be learned for the
 * bags inside.
 */
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
 * The weighted mean over the positive bags of what `value` makes of the step that a bag's score
 * falls on, where the steps are the monotone ratio of the other folds' scores. Such calibration
 * takes out the shrinkage of the penalty, and the crossing of folds its optimism. NaN-free: 0 when
 * no positive bag can be scored.
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
