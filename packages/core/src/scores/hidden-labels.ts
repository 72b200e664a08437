import { monotoneSteps, scored } from "../statistics/monotone-ratio.js";
import type { BagScores } from "./bag-scores.js";
import type { BagWeights } from "./bootstrap.js";
import { byScore } from "./classification.js";

/**
 * The probability that each unlabeled bag is positive, from the highest score to the lowest: share
 * x p(score | positive) / p(score), with the least-squares ratio that never falls with the score
 * (pool adjacent violators). Values above 1 are clipped, and the others are raised in proportion so
 * that the sum stays the same. Equal scores get equal probabilities. `clipped` counts the clipped
 * bags. The scores are sorted once; each call costs O(bags).
 */
export function posteriorsByRank({ positive, unlabeled }: BagScores) {
  const first = positive.length + 2;
  const ends = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const ladder = scored(Float64Array.from([...positive, ...ends, ...unlabeled]));
  const order = byScore(unlabeled);
  const sample = new Float64Array(first + unlabeled.length).fill(1, first);
  const weighted = new Float64Array(sample.length);
  return (
    { bags, positive: unseen }: Pick<BagWeights, "bags" | "positive">,
    share: number,
  ): { posteriors: Float64Array; clipped: number } => {
    for (let i = 0; i < positive.length; i++) weighted[i] = bags[i];
    weighted.set(unseen, positive.length);
    const steps = monotoneSteps(ladder, weighted, sample);
    let at = 0;
    const ratios = new Float64Array(order.length);
    for (let k = 0; k < order.length; k++) {
      while (at < steps.length - 1 && steps[at].low > unlabeled[order[k]]) at++;
      ratios[k] = steps[at].positive / steps[at].mixture;
    }
    return addingUpTo(share * unlabeled.length, ratios);
  };
}

/**
 * min(1, factor x ratio), with the factor for which the values add up to `total`. The ratios never
 * rise. If too few are above 0, those become 1.
 */
function addingUpTo(total: number, ratios: Float64Array): { posteriors: Float64Array; clipped: number } {
  let rest = ratios.reduce((sum, ratio) => sum + ratio, 0);
  let clipped = 0;
  // Rounding does not count as above 1. A ratio of 0 is never clipped, even where rounding leaves
  // nothing of the rest.
  const above = (ratio: number) => ratio > 0 && ratio * (total - clipped) > rest * (1 + 1e-9);
  for (; clipped < ratios.length && above(ratios[clipped]); clipped++) rest -= ratios[clipped];
  const factor = rest > 0 ? Math.max(0, total - clipped) / rest : 0;
  return { posteriors: ratios.map((ratio, k) => (k < clipped ? 1 : Math.min(1, factor * ratio))), clipped };
}
