import { bagScores, type GivenScores, sampleOf } from "./bag-scores.js";

/**
 * The PU risk: the zero-one risk from scores of positives and of the sample of p(X), 2 prior
 * mean_P[g < 0] + mean_U[g >= 0] - prior. May be negative.
 */
export function puRisk(positive: ArrayLike<number>, unlabeled: ArrayLike<number>, prior: number): number {
  return riskOf(shareAtLeastZero(positive), shareAtLeastZero(unlabeled), prior);
}

/**
 * The same from two shares: how many of the positives, and how many of the sample, are predicted
 * positive.
 */
export function riskOf(recall: number, rate: number, prior: number): number {
  return 2 * prior * (1 - recall) + rate - prior;
}

function shareAtLeastZero(scores: ArrayLike<number>): number {
  let n = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i] >= 0) n++;
  return n / scores.length;
}

/**
 * The zero-one risk from scores of positive, unlabeled and known negative bags: prior (1 - r) + (1
 * - prior) f, where r and f are the shares of positives and of negatives that are predicted
 * positive. There are two estimates of f, weighted by the inverse of their variances:
 *
 *     from unlabeled bags  (q - prior r) / (1 - prior), with variance [v(q) / N_U + prior^2 v(r) / N_P] / (1 - prior)^2,
 *     from negatives       their own share of positive predictions, with variance v / N_N.
 *
 * A share k / n has v = p (1 - p) with p = (k + 1) / (n + 2), so five negatives without an error do
 * not claim certainty. Without negatives it is `puRisk`, to the last bit. May be negative: clipping
 * f at 0 would favour settings that overfit.
 */
export function pnuRisk(given: GivenScores, prior: number): number {
  const scores = bagScores(given);
  const { positive, negative } = scores;
  const sample = sampleOf(scores);
  if (negative.length === 0) return puRisk(positive, sample, prior);
  const [recall, rate, direct] = [positive, sample, negative].map(answered);
  const byMixture = (rate.share - prior * recall.share) / (1 - prior);
  const variance = (rate.variance + prior * prior * recall.variance) / ((1 - prior) * (1 - prior));
  const trust = variance / (variance + direct.variance);
  const falsePositives = byMixture + trust * (direct.share - byMixture);
  return prior * (1 - recall.share) + (1 - prior) * falsePositives;
}

/** The share of scores that are at least 0, and the variance of that share. */
function answered(scores: ArrayLike<number>): { readonly share: number; readonly variance: number } {
  const n = scores.length;
  let k = 0;
  for (let i = 0; i < n; i++) if (scores[i] >= 0) k++;
  const p = (k + 1) / (n + 2);
  return { share: k / n, variance: (p * (1 - p)) / n };
}
