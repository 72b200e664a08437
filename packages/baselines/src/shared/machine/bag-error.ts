import type { ClassWeights } from "./options.js";

/** How much an error on each bag counts: their sum is the number of bags. */
export function bagWeights(signs: Int8Array, classWeights: ClassWeights): Float64Array {
  const positive = signs.filter((sign) => sign > 0).length;
  const weight = (sign: number) =>
    classWeights === "equal" ? 1 : signs.length / (2 * (sign > 0 ? positive : signs.length - positive));
  return Float64Array.from(signs, weight);
}

/** The weighted share of bags on the wrong side of 0. A score of 0 counts as positive. */
export function errorOf(scores: Float64Array, signs: Int8Array, weights: Float64Array): number {
  let [wrong, total] = [0, 0];
  for (let i = 0; i < scores.length; i++) {
    total += weights[i];
    if (signs[i] > 0 !== scores[i] >= 0) wrong += weights[i];
  }
  return wrong / total;
}

/** Sums of weights that differ by less than this share are equal. */
const EQUAL = 1e-9;

/**
 * What to add to all scores so that the fewest bags, by weight, are on the wrong side of 0. As little
 * as possible if several are best; the middle between two scores, and 0 if nothing is better than
 * that. Scores of bags that were not trained on tell it: the highest instance of a bag is a biased
 * guess, the more so the larger the bag. Costs O(n log n).
 */
export function bestShift(scores: Float64Array, signs: Int8Array, weights: Float64Array): number {
  const order = Uint32Array.from(scores.keys()).sort((i, j) => scores[i] - scores[j]);
  // Wrong if all bags are called positive; each bag below the threshold changes sides.
  let wrong = 0;
  for (let i = 0; i < signs.length; i++) if (signs[i] < 0) wrong += weights[i];
  let least = errorOf(scores, signs, weights) * weights.reduce((sum, weight) => sum + weight, 0);
  let shift = 0;
  for (let k = 0; k + 1 < order.length; k++) {
    const [i, next] = [order[k], order[k + 1]];
    wrong += signs[i] > 0 ? weights[i] : -weights[i];
    if (!(scores[next] > scores[i])) continue;
    const here = -(scores[i] / 2 + scores[next] / 2);
    const better = least - wrong;
    const equal = Math.abs(better) <= EQUAL * signs.length;
    if (equal ? shift !== 0 && Math.abs(here) < Math.abs(shift) : better > 0) [least, shift] = [wrong, here];
  }
  return shift;
}

/**
 * What to add to all scores so that 0 is as many standard deviations above the mean of the negative
 * bags as below that of the positive ones. If the scores of each class were normal, both would be wrong
 * equally often. It varies less from sample to sample than the threshold with the fewest errors, which
 * depends on the few bags next to it. Without any spread it is the middle between the means. Costs O(n).
 */
export function evenShift(scores: Float64Array, signs: Int8Array): number {
  const [positive, negative] = [1, -1].map((sign) => meanAndDeviation(scores.filter((_, i) => signs[i] === sign)));
  const spread = positive.deviation + negative.deviation;
  const share = spread > 0 ? negative.deviation / spread : 0.5;
  return -(negative.mean + share * (positive.mean - negative.mean));
}

function meanAndDeviation(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}
