import { exp } from "../base/portable-math.js";
import { tiedGroups } from "./classification.js";

/** How steeply BEDROC weighs early ranks: with 20, the first 8 % make up 80 % of it. */
const ALPHA = 20;

/**
 * The enrichment factor: how many times more positive bags are among the first `share` of the ranking than
 * in an equal number of random bags. `share` is above 0 and at most 1; the number of bags is rounded up.
 * Bags that are tied across the cut count with the part of them that is before it. 1 for a random order,
 * at most 1 / share of positives, and at most 1 / share. NaN without positives. Costs O(n log n).
 */
export function enrichmentFactor(scores: ArrayLike<number>, truth: ArrayLike<number>, share: number): number {
  const n = scores.length;
  // 5 % of 100 are 5, whatever the rounding of the product.
  const first = Math.max(1, Math.ceil(share * n - 1e-9));
  let [seen, found, all] = [0, 0, 0];
  for (const tied of tiedGroups(scores)) {
    const positive = tied.filter((i) => truth[i] > 0).length;
    found += positive * Math.min(1, Math.max(0, (first - seen) / tied.length));
    seen += tied.length;
    all += positive;
  }
  return found / first / (all / n);
}

/**
 * The Boltzmann-enhanced discrimination of ROC (Truchon and Bayly 2007): like the AUC, but ranks count
 * exp(-alpha rank / n), so early ones count most. 1 for a perfect order, 0 for its reverse. What a random
 * order gives depends on the share of positives, so compare it within a data set alone. Tied bags share
 * the mean of their weights. NaN unless both classes occur. Costs O(n log n).
 */
export function bedroc(scores: ArrayLike<number>, truth: ArrayLike<number>, { alpha = ALPHA } = {}): number {
  const n = scores.length;
  let [rank, sum, positives] = [0, 0, 0];
  for (const tied of tiedGroups(scores)) {
    const positive = tied.filter((i) => truth[i] > 0).length;
    let weights = 0;
    for (let k = 0; k < tied.length; k++) weights += exp((-alpha * ++rank) / n);
    sum += (positive * weights) / tied.length;
    positives += positive;
  }
  const share = positives / n;
  if (!(share > 0 && share < 1)) return Number.NaN;
  // Robust initial enhancement, and what it is for the best and the worst order.
  const random = (1 - exp(-alpha)) / (exp(alpha / n) - 1) / n;
  const enhancement = sum / positives / random;
  const best = (1 - exp(-alpha * share)) / (share * (1 - exp(-alpha)));
  const worst = (1 - exp(alpha * share)) / (share * (1 - exp(alpha)));
  return (enhancement - worst) / (best - worst);
}

/** How many positive bags come early in a ranking, and what to compare that with. */
export interface EarlyEnrichment {
  /** The enrichment factor of the first 1 % and 5 %. A random order has 1. */
  readonly enrichmentAt1: number;
  readonly enrichmentAt5: number;
  readonly bedroc: number;
  /** BEDROC of a random order, about. */
  readonly randomBedroc: number;
}

/** The usual measures of early enrichment. */
export function earlyEnrichment(scores: ArrayLike<number>, truth: ArrayLike<number>): EarlyEnrichment {
  return {
    enrichmentAt1: enrichmentFactor(scores, truth, 0.01),
    enrichmentAt5: enrichmentFactor(scores, truth, 0.05),
    bedroc: bedroc(scores, truth),
    randomBedroc: bedroc(new Float64Array(scores.length), truth),
  };
}
