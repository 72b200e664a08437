import type { Scored } from "../../statistics/monotone-ratio.js";
import { meanOverPositives } from "./held-out-folds.js";
import type { PriorMethod } from "./method.js";
import type { PriorProblem } from "./problem.js";
import { findByScores } from "./resample.js";
import type { SampleWeights } from "./weights.js";

/** A lower limit of the mean ratio, so that the estimate stays finite. */
const LEAST = 1e-6;

/**
 * 1 / the mean of r = p(X | +1) / p(X) over held-out positives: r is 1/pi there if the classes do
 * not overlap; else the estimate tends to 1 / (1 + chi^2(p_+ || p)), which is larger. r is the
 * cross-fitted least-squares ratio, made monotone in the score on the other folds. A step without
 * mixture bags counts as having one.
 */
export const ratio: PriorMethod = {
  name: "ratio",
  title: "cross-fitted ratio",
  help: "1 / mean of p(X|+)/p(X) over held-out positive bags; too large where the classes overlap",
  needs: "scores",
  find: (problem) => findByScores(problem, priorByRatio),
};

/** The estimate from scores of which only the order matters. */
export function priorByRatio(
  problem: Pick<PriorProblem, "fold" | "folds" | "positives">,
  scores: Scored,
  weights: SampleWeights,
): number {
  const mean = meanOverPositives(
    problem,
    scores,
    weights,
    (step, { mixtureWeight }) => step.positive / Math.max(step.mixture, 1 / mixtureWeight),
  );
  return 1 / Math.max(mean, LEAST);
}
