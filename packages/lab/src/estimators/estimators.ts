import {
  findByScores,
  km2,
  meanOverPositives,
  PRIOR_METHODS,
  type PriorMethod,
  type PriorProblem,
  plainRatio,
  type SampleWeights,
  total,
} from "@bagwise/core/estimators";
import { labelledInSample } from "@bagwise/core/scores";
import type { Scored } from "@bagwise/core/statistics";

/** A lower limit of the labelling frequency, so that the estimate stays finite. */
const LEAST = 1e-6;

/**
 * Estimator e1 of Elkan and Noto (2008): c = P(labelled | positive) is the mean of P(labelled | X)
 * over held-out positives, from the cross-fitted ratio made monotone on the other folds.
 * single-set, their setting: prior = P(labelled) / c. case-control: c = N_P / (N_P + pi N_U), so pi
 * = (N_P / N_U) (1 - c) / c. Overlap makes c smaller and the prior larger.
 */
export const elkanNoto: PriorMethod = {
  name: "elkan-noto",
  title: "Elkan and Noto's e1",
  help: "from the mean probability that a held-out positive bag is labelled; too large where the classes overlap",
  needs: "scores",
  find: (problem) => findByScores(problem, priorByElkanNoto),
};

/** The estimate from scores of which only the order matters. */
export function priorByElkanNoto(
  problem: Pick<PriorProblem, "fold" | "folds" | "positives" | "scenario">,
  scores: Scored,
  weights: SampleWeights,
): number {
  const single = labelledInSample(problem.scenario);
  const labelled = meanOverPositives(problem, scores, weights, (step, { positiveWeight, mixtureWeight }) => {
    const fromPositive = positiveWeight * step.positive;
    const fromMixture = mixtureWeight * step.mixture;
    if (single) return fromMixture > 0 ? Math.min(1, fromPositive / fromMixture) : 1;
    return fromPositive > 0 ? fromPositive / (fromPositive + fromMixture) : 0;
  });
  const frequency = Math.max(labelled, LEAST);
  const odds = total(weights.positive) / total(weights.mixture);
  return single ? odds / frequency : odds * (1 / frequency - 1);
}

/** All estimators of the prior that were compared: those to choose, those that only the median takes, and e1. */
export const ESTIMATORS: readonly PriorMethod[] = [
  PRIOR_METHODS.ratio,
  PRIOR_METHODS.bbe,
  elkanNoto,
  plainRatio,
  km2,
  PRIOR_METHODS.pe,
  PRIOR_METHODS.median,
  PRIOR_METHODS["as-printed"],
];
