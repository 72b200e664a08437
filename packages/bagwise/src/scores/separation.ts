import type { BagScores } from "./bag-scores.js";
import { auc } from "./classification.js";
import { upperTail } from "./t-test.js";

/** Held-out scores that differ as much by chance alone, with at most this probability, are apart. */
export const SEPARATION_LEVEL = 0.05;
/** The usual number of folds. */
const FOLDS = 5;

/** Whether held-out positive bags score above the others. */
export interface Separation {
  /**
   * The probability that a positive bag scores above an unlabeled one; ties count one half. About
   * 0.5 if nothing separates them, and below 1 even for a perfect model: unlabeled bags include
   * positives.
   */
  readonly auc: number;
  /** The probability of scores so far apart if nothing separated the bags. */
  readonly p: number;
  /** Whether p is at most 0.05. */
  readonly apart: boolean;
}

/**
 * The one-sided test of whether held-out positive bags score above the unlabeled ones, or above
 * known negatives, on average; with both, p is doubled (Bonferroni). If nothing separates them, they
 * are one sample, so its variance is that of all scores together, as in a permutation test. So two
 * positives that happen to be alike prove nothing. Copies, and bags of one group, count once.
 *
 * Scores of different folds come from fits on overlapping bags, so they vary more than independent
 * ones. Their variance is multiplied by 1 + k / (k - 1) for k folds (Nadeau and Bengio, Machine
 * Learning 52, 2003); without it, twice the nominal share of pure noise passes. Null if a side has
 * fewer than two independent bags, or for scores that are not finite. Costs O(n log n).
 */
export function separationOf(
  held: BagScores,
  { folds = FOLDS }: { folds?: number | undefined } = {},
): Separation | null {
  const { positive, unlabeled, negative, clusters } = held;
  const from = [0, positive.length, positive.length + unlabeled.length];
  const sideOf = (scores: Float64Array, start: number): Side => ({
    scores,
    distinct: clusters === null ? scores.length : new Set(clusters.subarray(start, start + scores.length)).size,
  });
  const [first, second, third] = [positive, unlabeled, negative].map((scores, k) => sideOf(scores, from[k]));
  const inflation = 1 + folds / Math.max(1, folds - 1);
  const main = meansTest(first, second, inflation);
  if (main === null) return null;
  const other = meansTest(first, third, inflation);
  const p = other === null ? main.p : Math.min(1, 2 * Math.min(main.p, other.p));
  return { auc: main.auc, p, apart: p <= SEPARATION_LEVEL };
}

interface Side {
  readonly scores: Float64Array;
  /** How many of them are independent. */
  readonly distinct: number;
}

function meansTest(first: Side, second: Side, inflation: number): Omit<Separation, "apart"> | null {
  const [m, n] = [first.distinct, second.distinct];
  if (m < 2 || n < 2) return null;
  const all = Float64Array.from([...first.scores, ...second.scores]);
  if (!all.every(Number.isFinite)) return null;
  const truth = Int8Array.from(all, (_, i) => (i < first.scores.length ? 1 : -1));
  const area = auc(all, truth);
  const middle = mean(all);
  const variance = all.reduce((sum, score) => sum + (score - middle) ** 2, 0) / (all.length - 1);
  const error = Math.sqrt(variance * (1 / m + 1 / n) * inflation);
  const difference = mean(first.scores) - mean(second.scores);
  if (!(error > 0 && error < Infinity)) return { auc: area, p: 1 };
  return { auc: area, p: upperTail(difference / error, m + n - 2) };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
