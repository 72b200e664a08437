import { log } from "../../base/portable-math.js";
import type { Scored } from "../../statistics/monotone-ratio.js";
import { heldOutFolds } from "./held-out-folds.js";
import type { PriorMethod } from "./method.js";
import type { PriorProblem } from "./problem.js";
import { findByScores } from "./resample.js";
import type { SampleWeights } from "./weights.js";

/** The paper's confidence parameter and the paper's factor on it. */
const DELTA = 0.1;
const GAMMA = 0.01;

/**
 * Best bin estimation (Garg, Wu, Smola, Balakrishnan and Lipton 2021): the least upper confidence
 * bound, over scores c, of q_u(c) / q_p(c), the shares of the mixture and of the positives above c;
 * pi if no negative bag scores that high, else larger. One change: c is chosen on the other folds,
 * because the minimum of many noisy ratios is too small.
 */
export const bbe: PriorMethod = {
  name: "bbe",
  title: "best bin estimation",
  help: "the share of unlabeled bags above a score, divided by that of positive bags, at the score where this is smallest",
  needs: "scores",
  find: (problem) => findByScores(problem, priorByBestBin),
};

/** From scores of which only the order matters; 1 if no positive bag lies in a best bin. */
export function priorByBestBin(
  problem: Pick<PriorProblem, "fold" | "folds">,
  scores: Scored,
  weights: SampleWeights,
): number {
  const { values } = scores;
  const { fold } = problem;
  let positive = 0;
  let mixture = 0;
  let allPositive = 0;
  let allMixture = 0;
  for (const { fold: f, training, positiveWeight, mixtureWeight } of heldOutFolds(problem, weights)) {
    const cut = bestBin(scores, training, positiveWeight, mixtureWeight);
    for (let i = 0; i < values.length; i++) {
      if (fold[i] !== f) continue;
      allPositive += weights.positive[i];
      allMixture += weights.mixture[i];
      if (values[i] < cut) continue;
      positive += weights.positive[i];
      mixture += weights.mixture[i];
    }
  }
  return positive > 0 && allMixture > 0 ? mixture / allMixture / (positive / allPositive) : 1;
}

/** The score of a positive bag that minimises the bound of q_u / q_p above it. */
function bestBin(
  { values, order }: Scored,
  { positive, mixture }: SampleWeights,
  positiveWeight: number,
  mixtureWeight: number,
): number {
  const bound = log(4 / DELTA) / 2;
  const slack = (1 + GAMMA) * (Math.sqrt(bound / mixtureWeight) + Math.sqrt(bound / positiveWeight));
  let above = 0;
  let mixtureAbove = 0;
  let least = Infinity;
  let cut = -Infinity;
  for (let k = 0; k < order.length; k++) {
    const i = order[k];
    above += positive[i] / positiveWeight;
    mixtureAbove += mixture[i] / mixtureWeight;
    const tied = k + 1 < order.length && values[order[k + 1]] === values[i];
    if (tied || above === 0) continue;
    const upper = (mixtureAbove + slack) / above;
    if (upper < least) {
      least = upper;
      cut = values[i];
    }
  }
  return cut;
}
