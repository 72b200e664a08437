/**
 * The risk of the zero-one loss from positive and unlabeled scores: 2 prior mean_P[g < 0] +
 * mean_U[g >= 0] - prior. May be negative.
 */
export function puRisk(positive: ArrayLike<number>, unlabeled: ArrayLike<number>, prior: number): number {
  return riskOf(shareAtLeastZero(positive), shareAtLeastZero(unlabeled), prior);
}

/**
 * The same from the shares: how many of the positives, and how many of the sample, are answered
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
