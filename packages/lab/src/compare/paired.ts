import { upperTail } from "@bagwise/core/statistics";
import { meanOf, spreadOf } from "../trials/spread.js";

/** Differences of pairs: their mean, its standard error, and whether it may be chance. */
export interface Paired {
  readonly n: number;
  readonly mean: number;
  /** sd / sqrt(n); null for a single pair. */
  readonly se: number | null;
  /** Two-sided. Without any spread 0, or 1 where the mean is 0; 1 for a single pair. */
  readonly p: number;
}

/** The paired t-test on differences, at least one. Costs O(n). */
export function paired(differences: readonly number[]): Paired {
  const n = differences.length;
  const { mean, sd } = spreadOf(differences);
  if (n < 2) return { n, mean, se: null, p: 1 };
  const se = sd / Math.sqrt(n);
  if (se === 0) return { n, mean, se, p: mean === 0 ? 1 : 0 };
  return { n, mean, se, p: Math.min(1, 2 * upperTail(Math.abs(mean) / se, n - 1)) };
}

/** How many are more than one standard error below 0; null where a standard error is not known. */
export function belowOneSe(all: readonly Paired[]): number | null {
  const known = all.flatMap(({ mean, se }) => (se === null ? [] : [{ mean, se }]));
  return known.length < all.length ? null : known.filter(({ mean, se }) => mean < -se).length;
}

/** The mean of paired differences over cells, and whether it may be chance. */
export interface OverCells {
  readonly mean: number;
  /** Over trials; null where that of a cell is unknown. */
  readonly se: number | null;
  /** Satterthwaite's degrees of freedom: those of one cell, or more. 0 without `se`. */
  readonly degrees: number;
  /** Two-sided, by the t-test. 1 without `se`. */
  readonly p: number;
  /**
   * The difference that the test at 5 % would notice four times in five. Null without `se`, 0
   * without any spread.
   */
  readonly noticed: number | null;
}

/** The cells, at least one, are taken as they are: the test is about other trials of the same cells. */
export function overCells(cells: readonly Pick<Paired, "n" | "mean" | "se">[]): OverCells {
  const mean = meanOf(cells.map((cell) => cell.mean));
  const known = cells.flatMap(({ n, se }) => (se === null ? [] : [{ n, variance: se * se }]));
  if (known.length < cells.length) return { mean, se: null, degrees: 0, p: 1, noticed: null };
  const variance = known.reduce((sum, cell) => sum + cell.variance, 0);
  const se = Math.sqrt(variance) / cells.length;
  const all = known.reduce((sum, { n }) => sum + n - 1, 0);
  if (se === 0) return { mean, se, degrees: all, p: mean === 0 ? 1 : 0, noticed: 0 };
  const degrees = variance ** 2 / known.reduce((sum, { n, variance: own }) => sum + own ** 2 / (n - 1), 0);
  const p = Math.min(1, 2 * upperTail(Math.abs(mean) / se, degrees));
  return { mean, se, degrees, p, noticed: (exceededBy(LEVEL / 2, degrees) + exceededBy(0.2, degrees)) * se };
}

/** What a variable with Student's distribution exceeds with this probability, below 1/2. */
function exceededBy(p: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (upperTail(high, degrees) > p) high *= 2;
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (upperTail(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return high;
}

/** The level of all tests of a comparison. */
export const LEVEL = 0.05;

type Verdict = "win" | "tie" | "loss";

/** A win or a loss where the difference is significant at 5 %, otherwise a tie. */
export function verdict({ mean, p }: Paired): Verdict {
  if (p >= LEVEL || mean === 0) return "tie";
  return mean > 0 ? "win" : "loss";
}
