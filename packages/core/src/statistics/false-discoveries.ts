/**
 * Which of many findings to report so that, on average, at most the share `rate` of those reported
 * is due to chance: the step-up procedure of Benjamini and Hochberg (Journal of the Royal
 * Statistical Society B 57, 1995). It needs the p-values to be independent or positively dependent
 * (Benjamini and Yekutieli, Annals of Statistics 29, 2001), as those of the minimum, maximum and
 * mean of a feature are. If there is nothing to find, any report at all has at most the probability
 * `rate`. Returns indices, the smallest p-value first.
 */
export function discoveries(p: ArrayLike<number>, { rate }: { rate: number }): number[] {
  const order = Array.from({ length: p.length }, (_, k) => k).sort((i, j) => p[i] - p[j]);
  const last = order.findLastIndex((index, k) => p[index] <= (rate * (k + 1)) / p.length);
  return order.slice(0, last + 1);
}
