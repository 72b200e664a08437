import { friedman, friedmanStatistic } from "./friedman.js";

/**
 * The studentised range at 5 %, infinite degrees of freedom, divided by the square root of 2, for 2
 * to 20 arms: the q of Nemenyi's test (Demsar, Statistical comparisons of classifiers over multiple
 * data sets, JMLR 7, 2006, table 5, which ends at 10). Computed; a test integrates them again.
 */
const Q_05: readonly number[] = [
  1.959964, 2.343701, 2.569032, 2.727774, 2.849705, 2.94832, 3.030878, 3.10173, 3.163684, 3.218654, 3.268004, 3.312739,
  3.353618, 3.39123, 3.426041, 3.458425, 3.488685, 3.517073, 3.543799,
];

/** Ranks of arms over cells. */
export interface Ranking {
  readonly cells: number;
  /** The mean rank of each arm, 1 the best, in the order of the arms. */
  readonly means: readonly number[];
  /** Friedman's statistic, corrected for ties. */
  readonly statistic: number;
  /** The chance of ranks that differ as much if all arms were equal: see `friedman`. */
  readonly p: number;
  /**
   * Whether p is exact; else it is the F form of Iman and Davenport (1980), which is less timid
   * than chi-squared.
   */
  readonly exact: boolean;
  /**
   * Mean ranks that differ by less may be equal, by Nemenyi's test at 5 %; null for a single arm
   * and for more than 20.
   */
  readonly criticalDifference: number | null;
}

/**
 * Ranks arms within each cell, the largest value first, ties sharing the mean of their ranks, and
 * tests whether the arms differ (Friedman). `values` has a row for each cell, at least one, and in
 * it a value for each arm. The tests treat cells as independent; those of one data set are
 * not quite. Costs O(cells x arms^2), and for few cells and arms up to a fifth of a second.
 */
export function rankArms(values: readonly (readonly number[])[]): Ranking {
  const cells = values.length;
  const arms = values[0].length;
  const ranks = values.map(ranksOf);
  const sums = Array.from({ length: arms }, (_, j) => ranks.reduce((sum, row) => sum + row[j], 0));
  return {
    cells,
    means: sums.map((sum) => sum / cells),
    statistic: friedmanStatistic(ranks),
    ...friedman(ranks),
    criticalDifference: criticalDifference(arms, cells),
  };
}

/**
 * The critical difference of Nemenyi's test at 5 %: q sqrt(k (k + 1) / (6 N)); null where no q is
 * tabulated.
 */
export function criticalDifference(arms: number, cells: number): number | null {
  const q = Q_05[arms - 2];
  return q === undefined ? null : q * Math.sqrt((arms * (arms + 1)) / (6 * cells));
}

/** Ranks from 1 for the largest value; equal values share the mean of their ranks. */
export function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const above = values.filter((each) => each > value).length;
    const equal = values.filter((each) => each === value).length;
    return above + (equal + 1) / 2;
  });
}
