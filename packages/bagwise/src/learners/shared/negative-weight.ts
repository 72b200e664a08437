/**
 * The largest weight of known negatives that cross-validation looks at: above it the unlabeled bags
 * would hardly count.
 */
export const HEAVY_WEIGHT = 0.9;

/**
 * The weight w of (1 - w) R_PU + w R_PN whose estimate varies least, were the losses of all bags
 * equally spread: R_PU has the variance 4 prior^2 / N_P + 1 / N_U, R_PN has prior^2 / N_P + (1 -
 * prior)^2 / N_N, and they share the positives (compare the reduction of variance in Sakai et al.
 * 2017). So
 *
 *     w = (2 prior^2 / N_P + 1 / N_U) / (prior^2 / N_P + 1 / N_U + (1 - prior)^2 / N_N), at most 0.9, to two decimals.
 *
 * It grows with the number of negatives and with the prior. Used where negatives cannot be held
 * out, and to break ties. The risk of positive and unlabeled bags overfits more than equal spread
 * says, so that more is often better: cross-validation finds out.
 */
export function usualNegativeWeight(
  { positive, unlabeled, negative }: { positive: number; unlabeled: number; negative: number },
  prior: number,
): number {
  if (negative === 0) return 0;
  const known = (prior * prior) / positive;
  const weight = (2 * known + 1 / unlabeled) / (known + 1 / unlabeled + ((1 - prior) * (1 - prior)) / negative);
  return Math.min(HEAVY_WEIGHT, Math.round(100 * weight) / 100);
}
