import { type Random, random } from "../base/random.js";
import { type BagScores, countsOf, numbered, sampleOf } from "./bag-scores.js";
import { type BagWeights, reweighted } from "./bootstrap.js";
import type { PriorBelief } from "./prior-belief.js";
import { beliefQuantile } from "./prior-belief.js";
import { shareAmongUnlabeled } from "./scenario.js";

/** A guess of how the positives among the unlabeled bags are spread. */
export interface HiddenCount {
  /** The weights of the bootstrap sample. */
  readonly weights: BagWeights;
  /** So many of the unlabeled bags are positive. Not whole where bags come in clusters. */
  readonly positives: number;
  /** For each threshold, so many of these have at least that score. */
  readonly above: Float64Array;
  /**
   * The mean, over these, of the share of the sample of p(X) that scores less, ties counted half.
   * NaN for none.
   */
  readonly place: number;
}

export interface CountOptions {
  readonly prior: number;
  readonly belief?: PriorBelief | undefined;
  /** How many guesses. */
  readonly bootstrap: number;
  readonly seed: number;
}

/**
 * Guesses of the counts behind every measure, whose spread is what is not known. Each has a prior
 * of its own from the belief; a number of positives as it may come out among so many unlabeled
 * clusters at that prior; and scores for these, drawn from those of the known positives, which are
 * weighted anew (`reweighted`). Counts are cut to what the scores of the unlabeled bags allow.
 * Nothing is assumed of the negatives: not even that they score lower, so that useless scores do
 * not look useful by chance. Costs O(bags log bags) for all, and O(bags + thresholds) for each.
 */
export function* hiddenCounts(
  scores: BagScores,
  thresholds: readonly number[],
  { prior, belief, bootstrap, seed }: CountOptions,
): Generator<HiddenCount> {
  const { scenario, positive, unlabeled, clusters } = scores;
  const counts = countsOf(scores);
  const generator = random(seed);
  const draw = reweighted(scores, generator.fork());
  const lots = generator.fork();
  const size = unlabeled.length;
  const witnesses = numbered(Array.from(unlabeled, (_, i) => clusters?.[positive.length + i] ?? i)).size;
  const perWitness = size / witnesses;
  const order = Array.from({ length: positive.length }, (_, i) => i).sort((i, j) => positive[j] - positive[i] || i - j);
  const falling = order.map((i) => positive[i]);
  const places = [1, ...placesIn(sampleOf(scores), falling), 0];
  // Of the known positives, and of the unlabeled bags, so many are above each threshold.
  const knownAbove = thresholds.map((threshold) => falling.filter((score) => score >= threshold).length);
  const bagsAbove = thresholds.map((threshold) => Array.from(unlabeled).filter((score) => score >= threshold).length);
  for (let k = 0; k < bootstrap; k++) {
    const pi = belief === undefined ? prior : beliefQuantile(belief, (k + 0.5) / bootstrap);
    const expected = shareAmongUnlabeled(counts, scenario, pi);
    let found = 0;
    for (let i = 0; i < witnesses; i++) if (lots.uniform() < expected) found++;
    const weights = draw();
    const shares = [weights.positive[0], ...order.map((i) => weights.bags[i]), weights.positive[1]];
    const { upTo, mean, drawn } = drawnFrom(shares, places, found, lots);
    const positives = found * perWitness;
    yield {
      weights,
      positives,
      above: Float64Array.from(thresholds, (_, t) => {
        const least = Math.max(0, positives - (size - bagsAbove[t]));
        return Math.max(least, Math.min(upTo[knownAbove[t]] * perWitness, positives, bagsAbove[t]));
      }),
      // The more of the bags are positive, the less their mean place can differ: when all are, it
      // is one half.
      place: mean + (drawn - mean) * Math.sqrt(1 - found / witnesses),
    };
  }
}

/**
 * So many draws with these shares, which are in falling order of score: how many came from the
 * first places up to each, and the mean place by the shares and by the draws.
 */
function drawnFrom(shares: readonly number[], places: readonly number[], draws: number, lots: Random) {
  const sums = new Float64Array(shares.length);
  let total = 0;
  let mean = 0;
  for (const [j, share] of shares.entries()) {
    total += share;
    mean += share * places[j];
    sums[j] = total;
  }
  const upTo = new Float64Array(shares.length);
  for (let i = 0; i < draws; i++) upTo[firstAbove(sums, lots.uniform() * total)]++;
  let drawn = 0;
  for (let j = 0; j < upTo.length; j++) {
    drawn += upTo[j] * places[j];
    if (j > 0) upTo[j] += upTo[j - 1];
  }
  return { upTo, mean: mean / total, drawn: drawn / draws };
}

/** The first place whose sum is above the value. */
function firstAbove(sums: Float64Array, value: number): number {
  let low = 0;
  for (let high = sums.length - 1; low < high; ) {
    const middle = (low + high) >> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The share of the sample that scores less than each of these, ties counted half. */
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
