import { puRisk } from "./pu-risk.js";

/** Scores of held-out bags by what is known of them. */
export interface HeldOut {
  readonly positive: ArrayLike<number>;
  /** The sample of p(X). */
  readonly unlabeled: ArrayLike<number>;
  /** Known negatives; none are fine. */
  readonly negative: ArrayLike<number>;
}

/**
 * The risk of the zero-one loss from scores of positive, unlabeled and known negative bags: prior
 * (1 - r) + (1 - prior) f, with r the share of positive answers among the positives and f that
 * among negatives. f is known in two ways, which are combined by the inverse of their variances:
 *
 *     from unlabeled bags  (q - prior r) / (1 - prior), with variance [v(q) / N_U + prior^2 v(r) / N_P] / (1 - prior)^2,
 *     from negatives       their own share of positive answers, with variance v / N_N.
 *
 * A share k / n has v = p (1 - p) with p = (k + 1) / (n + 2), so that no error among five negatives
 * does not claim certainty. Without negatives it is `puRisk`, to the last bit. May be negative,
 * because f is not cut off at 0: that would favour settings that overfit.
 */
export function pnuRisk({ positive, unlabeled, negative }: HeldOut, prior: number): number {
  if (negative.length === 0) return puRisk(positive, unlabeled, prior);
  const [recall, rate, direct] = [positive, unlabeled, negative].map(answered);
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
