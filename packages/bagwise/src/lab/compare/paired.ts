import { upperTail } from "../../scores/t-test.js";
import { spreadOf } from "../trials/spread.js";

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

/** The level of all tests of a comparison. */
const LEVEL = 0.05;

type Verdict = "win" | "tie" | "loss";

/** A win or a loss where the difference is significant at 5 %, otherwise a tie. */
export function verdict({ mean, p }: Paired): Verdict {
  if (p >= LEVEL || mean === 0) return "tie";
  return mean > 0 ? "win" : "loss";
}
