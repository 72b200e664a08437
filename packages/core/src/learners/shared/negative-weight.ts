/**
 * The largest weight of known negatives that is tried: above it, the unlabeled bags would hardly
 * matter.
 */
export const HEAVY_WEIGHT = 0.9;

/**
 * The weight w for which (1 - w) R_PU + w R_PN has the least variance, if the losses of all bags
 * have the same variance. R_PU has the variance 4 prior^2 / N_P + 1 / N_U, R_PN has prior^2 / N_P +
 * (1 - prior)^2 / N_N, and they share the positives (compare the variance reduction in Sakai et al.
 * 2017). So
 *
 *     w = (2 prior^2 / N_P + 1 / N_U) / (prior^2 / N_P + 1 / N_U + (1 - prior)^2 / N_N), at most 0.9, to two decimals.
 *
 * It grows with the number of negatives and with the prior; it is 0 without negatives. It is used
 * if negatives cannot be held out, and to break ties. The risk of positive and unlabeled bags
 * overfits more than this assumes, so a larger weight is often better: cross-validation finds out.
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
