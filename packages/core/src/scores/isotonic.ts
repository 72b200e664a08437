import { monotoneSteps, type RatioStep, scored } from "../statistics/monotone-ratio.js";
import { type BagScores, sampleOf } from "./bag-scores.js";

/** Held-out bags by score, highest first. */
interface Ladder {
  /** Distinct. */
  readonly scores: Float64Array;
  /** How many positive bags, and how many bags of the sample of p(X), have each score. */
  readonly positive: Float64Array;
  readonly sample: Float64Array;
  readonly positives: number;
  readonly size: number;
  /**
   * Ranges of scores with one ratio of positives to sample, which falls from each range to the
   * next: the least concave majorant of the gain curve.
   */
  readonly steps: readonly RatioStep[];
}

/**
 * Counts the positives and the sample of p(X) at each distinct score, and fits their ratio as a
 * function that never falls with the score. Costs one sort.
 */
export function ladderOf(held: BagScores): Ladder {
  const sample = sampleOf(held);
  const all = Float64Array.from([...held.positive, ...sample])
    .sort()
    .reverse();
  const scores = all.filter((score, k) => k === 0 || score !== all[k - 1]);
  const counted = (own: Float64Array) => {
    const falling = own.slice().sort().reverse();
    let at = 0;
    return scores.map((score) => {
      const from = at;
      while (at < falling.length && falling[at] === score) at++;
      return at - from;
    });
  };
  const [positive, inSample] = [counted(held.positive), counted(sample)];
  const steps = monotoneSteps(scored(scores), positive, inSample);
  return { scores, positive, sample: inSample, positives: held.positive.length, size: sample.length, steps };
}

/** A range of scores with one probability. */
export interface IsotonicBlock {
  readonly low: number;
  readonly high: number;
  /** The mean score of the sample's bags in this range, or of the positives if there are none. */
  readonly centre: number;
  /** The share of the sample of p(X) in this range. */
  readonly mixture: number;
  /** Within [0, 1]. */
  readonly probability: number;
}

/**
 * The probability of being positive as a function that never falls with the score: the q with
 * values in [0, 1] that minimises mean_S q^2 - 2 prior mean_P q, where S is the sample of p(X).
 * Without constraints the minimiser is the true probability. Computed by weighted pool adjacent
 * violators (Ayer et al. 1955) and clipped to [0, 1], which gives the constrained minimiser. Blocks
 * ascend. Where positives lie above the whole sample the probability is 1. Costs one sort.
 */
export function isotonicProbability(held: BagScores, prior: number): IsotonicBlock[] {
  const { scores, positive, sample, steps } = ladderOf(held);
  let at = 0;
  const falling = steps.map(({ low, positive: share, mixture }) => {
    const from = at;
    while (at < scores.length && scores[at] >= low) at++;
    const high = scores[from];
    const weights = (mixture > 0 ? sample : positive).subarray(from, at);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = weights.reduce((sum, weight, k) => sum + (weight / total) * scores[from + k], 0);
    return {
      low,
      high,
      centre: Math.min(high, Math.max(low, mean)),
      mixture,
      probability: mixture > 0 ? Math.min(1, (prior * share) / mixture) : 1,
    };
  });
  return falling.reverse();
}
