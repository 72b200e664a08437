import type { BagSet } from "../../bags/bag-set.js";

/**
 * How far the mean of a bag can be trusted, for each feature: the share of the variance of the bags' means
 * that is not explained by the instances they happen to have, 1 - noise / variance, where the noise of a mean
 * is the variance within the bag over its size (one-way analysis of variance). It has no unit. A feature whose
 * instances differ as much within bags as between them has next to none, whatever its deviation is. Given in
 * parts of the largest share, because only the say of features against each other matters.
 *
 * A bag of one instance has the noise that others show. All are 1 if no bag has two instances, because then
 * nothing tells. No share is below 1 / sqrt(2 bags), half the standard error of a value near 0, so that no
 * feature is muted by chance. A feature that is constant, or whose range is no finite number, has that least
 * share. Costs three passes over the instances.
 */
export function reliabilityOf(bags: BagSet): Float64Array {
  const { dimension: d, size } = bags;
  const least = 1 / Math.sqrt(2 * Math.max(1, size));
  const { low, range } = rangeOf(bags);
  // Of all bags' means; and of instances within bags: the sum of squares, and of what it does to a mean.
  const [sum, squares, within, noise] = Array.from({ length: 4 }, () => new Float64Array(d));
  let [single, freedom] = [0, 0];
  const mean = new Float64Array(d);
  const own = new Float64Array(d);
  for (let i = 0; i < size; i++) {
    const count = bags.sizeOf(i);
    const first = bags.startOf(i) * d;
    const end = first + count * d;
    mean.fill(0);
    for (let at = first; at < end; ) for (let j = 0; j < d; j++, at++) mean[j] += (bags.data[at] - low[j]) / range[j];
    for (let j = 0; j < d; j++) {
      mean[j] /= count;
      sum[j] += mean[j];
      squares[j] += mean[j] * mean[j];
    }
    if (count === 1) {
      single++;
      continue;
    }
    freedom += count - 1;
    own.fill(0);
    for (let at = first; at < end; )
      for (let j = 0; j < d; j++, at++) {
        const deviation = (bags.data[at] - low[j]) / range[j] - mean[j];
        own[j] += deviation * deviation;
      }
    for (let j = 0; j < d; j++) {
      within[j] += own[j];
      noise[j] += own[j] / (count - 1) / count;
    }
  }
  if (freedom === 0) return new Float64Array(d).fill(1);
  const shares = mean.map((_, j) => {
    const variance = squares[j] / size - (sum[j] / size) ** 2;
    const share = 1 - (noise[j] + (single * within[j]) / freedom) / size / variance;
    // False for what is no number, too.
    return variance > ROUNDING && share > least ? Math.min(1, share) : least;
  });
  const largest = shares.reduce((most, share) => Math.max(most, share), least);
  return shares.map((share) => share / largest);
}

/** A variance below this, of numbers from 0 to 1, is rounding. */
const ROUNDING = 1e-24;

/** The least value of each feature over all bags, and how far the others lie from it. */
function rangeOf(bags: BagSet): { readonly low: Float64Array; readonly range: Float64Array } {
  const { dimension: d, data, size } = bags;
  const low = new Float64Array(d).fill(Infinity);
  const high = new Float64Array(d).fill(-Infinity);
  for (let i = 0; i < size; i++) {
    const first = bags.startOf(i) * d;
    for (let at = first, end = first + bags.sizeOf(i) * d; at < end; )
      for (let j = 0; j < d; j++, at++) {
        const value = data[at];
        if (value < low[j]) low[j] = value;
        if (value > high[j]) high[j] = value;
      }
  }
  return { low, range: high.map((most, j) => most - low[j]) };
}
