import { type Random, random } from "../base/random.js";
import { type BagScores, countsOf, numbered, sampleOf } from "./bag-scores.js";
import { type BagWeights, reweighted } from "./bootstrap.js";
import type { PriorBelief } from "./prior-belief.js";
import { beliefQuantile } from "./prior-belief.js";
import { shareAmongUnlabeled } from "./scenario.js";

/**
 * Held-out scores of labelled positives vary more around those of hidden ones than independent scores
 * would, because both take part in the fits: by a factor of about 1 + EXCESS x the share of positives
 * among the unlabeled bags (docs/research/intervals.md).
 */
const EXCESS = 1.5;

/** One guess of how the positives among the unlabeled bags are spread over the scores. */
export interface HiddenCount {
  /** The weights of the bootstrap sample. */
  readonly weights: BagWeights;
  /** How many unlabeled bags are positive. Not a whole number if bags come in clusters. */
  readonly positives: number;
  /** For each threshold, how many of these score at least that. */
  readonly above: Float64Array;
  /**
   * The mean, over these, of the share of the sample of p(X) that scores less; ties count one half.
   * NaN for none.
   */
  readonly place: number;
}

interface CountOptions {
  readonly prior: number;
  readonly belief?: PriorBelief | undefined;
  /** The number of guesses. */
  readonly bootstrap: number;
  readonly seed: number;
  /** The sample of p(X) that places are counted in. Default: that of the scores. */
  readonly sample?: Float64Array | undefined;
}

/**
 * Guesses of the counts behind every measure. Their spread is the uncertainty.
 *
 * Each guess draws a prior from the belief, a number of positives for that many unlabeled clusters
 * at that prior, and scores for them from the known positives, which are reweighted (`reweighted`).
 * Counts are clipped to what the scores of the unlabeled bags allow. Nothing is assumed about the
 * negatives, not even that they score lower, so useless scores do not look useful by chance. Costs
 * O(bags log bags) once, and O(bags + thresholds) for each guess.
 */
export function* hiddenCounts(
  scores: BagScores,
  thresholds: readonly number[],
  { prior, belief, bootstrap, seed, sample = sampleOf(scores) }: CountOptions,
): Generator<HiddenCount> {
  const { scenario, positive, unlabeled, clusters } = scores;
  const counts = countsOf(scores);
  const generator = random(seed);
  const draw = reweighted(scores, generator.fork());
  const lots = generator.fork();
  const size = unlabeled.length;
  const witnesses =
    clusters === null ? size : numbered(Array.from(unlabeled, (_, i) => clusters[positive.length + i] ?? i)).size;
  const perWitness = size / witnesses;
  const order = Array.from({ length: positive.length }, (_, i) => i).sort((i, j) => positive[j] - positive[i] || i - j);
  const falling = order.map((i) => positive[i]);
  const places = [1, ...placesIn(sample, falling), 0];
  // How many known positives, and how many unlabeled bags, lie above each threshold.
  const knownAbove = thresholds.map((threshold) => falling.filter((score) => score >= threshold).length);
  const bagsAbove = thresholds.map((threshold) => Array.from(unlabeled).filter((score) => score >= threshold).length);
  for (let k = 0; k < bootstrap; k++) {
    const pi = belief === undefined ? prior : beliefQuantile(belief, (k + 0.5) / bootstrap);
    const expected = shareAmongUnlabeled(counts, scenario, pi);
    let found = 0;
    for (let i = 0; i < witnesses; i++) if (lots.uniform() < expected) found++;
    const weights = draw(1 + EXCESS * expected);
    const shares = new Float64Array(order.length + 2);
    shares[0] = weights.positive[0];
    for (const [j, i] of order.entries()) shares[j + 1] = weights.bags[i];
    shares[order.length + 1] = weights.positive[1];
    const { upTo, mean, drawn } = drawnFrom(shares, places, found, lots);
    const positives = found * perWitness;
    yield {
      weights,
      positives,
      above: Float64Array.from(thresholds, (_, t) => {
        const least = Math.max(0, positives - (size - bagsAbove[t]));
        return Math.max(least, Math.min(upTo[knownAbove[t]] * perWitness, positives, bagsAbove[t]));
      }),
      // The more bags are positive, the less their mean place can vary. If all are, it is one half.
      place: mean + (drawn - mean) * Math.sqrt(1 - found / witnesses),
    };
  }
}

/**
 * Draws with these shares, which are in falling order of score. Returns how many draws fell into
 * the first places up to each one, and the mean place by the shares and by the draws.
 */
function drawnFrom(shares: Float64Array, places: readonly number[], draws: number, lots: Random) {
  const sums = new Float64Array(shares.length);
  let total = 0;
  let mean = 0;
  for (let j = 0; j < shares.length; j++) {
    total += shares[j];
    mean += shares[j] * places[j];
    sums[j] = total;
  }
  const upTo = new Float64Array(shares.length);
  const find = firstAbove(sums);
  for (let i = 0; i < draws; i++) upTo[find(lots.uniform() * total)]++;
  let drawn = 0;
  for (let j = 0; j < upTo.length; j++) {
    drawn += upTo[j] * places[j];
    if (j > 0) upTo[j] += upTo[j - 1];
  }
  return { upTo, mean: mean / total, drawn: drawn / draws };
}

/**
 * Finds the first index whose sum is above a value. The sums never decrease. Starts at the first
 * one in the value's part of their range, so that a search takes a few steps, however many sums
 * there are.
 */
function firstAbove(sums: Float64Array): (value: number) => number {
  const last = sums.length - 1;
  const fine = sums.length / sums[last];
  const scale = fine < Infinity ? fine : 0;
  const partOf = (value: number) => Math.min(last, Math.max(0, Math.floor(value * scale)));
  // The number of sums in lower parts: none of these is above a value in this part.
  const starts = new Uint32Array(sums.length + 1);
  for (let j = 0; j <= last; j++) starts[partOf(sums[j]) + 1]++;
  for (let part = 0; part <= last; part++) starts[part + 1] += starts[part];
  return (value) => {
    const part = partOf(value);
    let low = starts[part];
    for (let high = Math.min(last, starts[part + 1]); low < high; ) {
      const middle = (low + high) >> 1;
      if (sums[middle] > value) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** For each score, the share of the sample that scores less; ties count one half. */
export function placesIn(sample: ArrayLike<number>, scores: readonly number[]): number[] {
  const sorted = Float64Array.from(sample).sort();
  const count = (below: (value: number) => boolean) => {
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (below(sorted[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return scores.map(
    (score) => (count((value) => value < score) + count((value) => value <= score)) / (2 * sorted.length),
  );
}
