import { friedman, friedmanStatistic } from "./friedman.js";

/**
 * The studentised range at 5 %, infinite degrees of freedom, over sqrt(2), for 2 to 20 arms: the q
 * of Nemenyi's test (Demsar, JMLR 7, 2006, table 5, which ends at 10). A test integrates them.
 */
const Q_05: readonly number[] = [
  1.959964, 2.343701, 2.569032, 2.727774, 2.849705, 2.94832, 3.030878, 3.10173, 3.163684, 3.218654, 3.268004, 3.312739,
  3.353618, 3.39123, 3.426041, 3.458425, 3.488685, 3.517073, 3.543799,
];

export interface Ranking {
  readonly cells: number;
  /** The mean rank of each arm, 1 the best, in the order of the arms. */
  readonly means: readonly number[];
  readonly statistic: number;
  /** The chance of ranks that differ as much if all arms were equal: see `friedman`. */
  readonly p: number;
  /** Else it is the F form of Iman and Davenport (1980), less timid than chi-squared. */
  readonly exact: boolean;
  /** Nemenyi's, 5 %: mean ranks closer than this may be equal; null for 1 and above 20 arms. */
  readonly criticalDifference: number | null;
}

/**
 * Ranks arms within each cell, the largest value first, ties sharing the mean of their ranks, and
 * tests whether they differ (Friedman). `values` has a row for each cell, in it a value for each
 * arm. The tests treat cells as independent; those of one data set are not quite. Costs O(cells x
 * arms^2).
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

/** Nemenyi's at 5 %: q sqrt(k (k + 1) / (6 N)); null where no q is tabulated. */
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
