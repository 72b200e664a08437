import { log } from "../base/portable-math.js";
import { upperTail } from "../statistics/t-test.js";
import type { BagScores } from "./bag-scores.js";
import { auc } from "./classification.js";

/** Held-out scores that differ as much by chance alone, with at most this probability, are apart. */
export const SEPARATION_LEVEL = 0.05;
/**
 * By how much ranks of held-out scores vary more than those of independent ones: scores of different
 * folds come from fits on overlapping bags, and lean a little against the label. On pure noise the
 * standardised AUC of `auto` has a mean of -0.3 and a standard deviation of 1.2 to 1.5, so that 5 %
 * exceed 1.645 times this number (280 trainings on noise of seven shapes, `bench/right/noise`).
 */
const WIDER = 1.25;

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

/** `p = 0.052`: two digits, because one would round 0.052 down to the level that it is above. */
export function chanceText(p: number): string {
  return p < 0.0001 ? "p < 0.0001" : `p = ${Number(p.toPrecision(2))}`;
}

/**
 * The one-sided test of whether held-out positive bags score above the unlabeled ones, or above
 * known negatives: that of Mann and Whitney, with the standard error of the AUC widened by `WIDER`;
 * with both, p is doubled (Bonferroni). Copies, and bags of one group, count once. Null if a side has
 * fewer than two independent bags, or for scores that are not finite. Costs O(n log n).
 */
export function separationOf(held: BagScores): Separation | null {
  const { positive, unlabeled, negative, clusters } = held;
  const from = [0, positive.length, positive.length + unlabeled.length];
  const sideOf = (scores: Float64Array, start: number): Side => ({
    scores,
    distinct: clusters === null ? scores.length : new Set(clusters.subarray(start, start + scores.length)).size,
  });
  const [first, second, third] = [positive, unlabeled, negative].map((scores, k) => sideOf(scores, from[k]));
  const [unlabeledTest, other] = [rankTest(first, second), rankTest(first, third)];
  // Without unlabeled bags the known negatives tell.
  const main = unlabeledTest ?? (unlabeled.length === 0 ? other : null);
  if (main === null) return null;
  const p = other === null || main === other ? main.p : Math.min(1, 2 * Math.min(main.p, other.p));
  return { auc: main.auc, p, apart: p <= SEPARATION_LEVEL };
}

interface Side {
  readonly scores: Float64Array;
  /** How many of them are independent. */
  readonly distinct: number;
}

function rankTest(first: Side, second: Side): Omit<Separation, "apart"> | null {
  const [m, n] = [first.distinct, second.distinct];
  if (m < 2 || n < 2) return null;
  const all = Float64Array.from([...first.scores, ...second.scores]);
  if (!all.every(Number.isFinite)) return null;
  const truth = Int8Array.from(all, (_, i) => (i < first.scores.length ? 1 : -1));
  const area = auc(all, truth);
  const error = WIDER * Math.sqrt(((m + n + 1) * untied(all)) / (12 * m * n));
  return { auc: area, p: error > 0 ? upperTail((area - 0.5) / error, m + n - 2) : 1 };
}

/** By how much ties lower the variance of ranks: 1 without any, 0 if all scores are equal. */
function untied(scores: Float64Array): number {
  const n = scores.length;
  const sorted = scores.slice().sort();
  let lost = 0;
  for (let i = 0, j = 0; i < n; i = j) {
    while (j < n && sorted[j] === sorted[i]) j++;
    lost += (j - i) ** 3 - (j - i);
  }
  return 1 - lost / (n ** 3 - n);
}

/** Less doubt than this leaves probabilities as they are. */
const LITTLE_DOUBT = 0.01;

/**
 * The least probability that nothing separates the bags, if that was as likely as not before: B / (1
 * + B) with B = -e p ln p (Sellke, Bayarri and Berger, American Statistician 55, 2001). For p = 0.05
 * it is 0.29, for p = 0.001 it is 0.02. Less than 0.01 counts as none.
 */
export function doubtOf(p: number): number {
  if (p <= 0) return 0;
  const bayes = p < 1 / Math.E ? -Math.E * p * log(p) : 1;
  const doubt = bayes / (1 + bayes);
  return doubt < LITTLE_DOUBT ? 0 : doubt;
}
