import { incompleteBeta } from "@bagwise/core/statistics";

/** The most sums of ranks that are formed, in a fifth of a second; then the F form is close. */
const MOST_SUMS = 200_000;

interface Friedman {
  readonly p: number;
  /** Whether all cases were counted; else it is the F form, which is an approximation. */
  readonly exact: boolean;
}

/**
 * Friedman's test of ranks, a row for each cell, ties sharing theirs. Where the orders of the rows
 * are few enough they are counted; else the F form of Iman and Davenport (1980), but never less
 * than the chance of the rows as they are. 1 for a single arm, a single cell, or ties alone.
 */
export function friedman(ranks: readonly (readonly number[])[]): Friedman {
  const doubled = ranks.map((row) => row.map((rank) => Math.round(2 * rank)));
  const p = exactP(doubled);
  if (p !== undefined) return { p, exact: true };
  return { p: Math.min(1, Math.max(imanDavenport(ranks), leastP(doubled))), exact: false };
}

/** Friedman's statistic, corrected for ties; 0 where all ranks of each cell are equal. */
export function friedmanStatistic(ranks: readonly (readonly number[])[]): number {
  const cells = ranks.length;
  const arms = ranks[0].length;
  const sums = Array.from({ length: arms }, (_, j) => ranks.reduce((sum, row) => sum + row[j], 0));
  const even = (cells * (arms + 1)) / 2;
  const between = sums.reduce((sum, each) => sum + (each - even) * (each - even), 0);
  const squares = ranks.flat().reduce((sum, rank) => sum + rank * rank, 0);
  const spread = squares - (cells * arms * (arms + 1) * (arms + 1)) / 4;
  return spread > 0 ? ((arms - 1) * between) / spread : 0;
}

/**
 * The upper tail of F = (N - 1) chi / (N (k - 1) - chi) with k - 1 and (k - 1)(N - 1) degrees of
 * freedom.
 */
export function imanDavenport(ranks: readonly (readonly number[])[]): number {
  const cells = ranks.length;
  const arms = ranks[0].length;
  if (arms < 2 || cells < 2) return 1;
  const chi = friedmanStatistic(ranks);
  const rest = cells * (arms - 1) - chi;
  if (rest <= 0) return 0;
  const f = ((cells - 1) * chi) / rest;
  const [d1, d2] = [arms - 1, (arms - 1) * (cells - 1)];
  return incompleteBeta(d2 / (d2 + d1 * f), d2 / 2, d1 / 2);
}

/**
 * The share of all orders of the rows with at least the observed sum of squared rank sums. Arms are
 * interchangeable, so sums are kept in ascending order. Undefined when it takes too long.
 */
function exactP(rows: readonly (readonly number[])[]): number | undefined {
  const arms = rows[0].length;
  const observed = squares(Array.from({ length: arms }, (_, j) => rows.reduce((sum, row) => sum + row[j], 0)));
  const [first, ...others] = rows;
  const start = [...first].sort(ascending);
  let reached = new Map([[start.join(), { sums: start, share: 1 }]]);
  let formed = 0;
  for (const row of others) {
    if (formed + reached.size * arrangements(row) > MOST_SUMS) return undefined;
    const orders = ordersOf(row);
    const next = new Map<string, { sums: number[]; share: number }>();
    for (const { sums, share } of reached.values())
      for (const order of orders) {
        const together = sums.map((sum, j) => sum + order[j]).sort(ascending);
        const key = together.join();
        const before = next.get(key);
        if (before === undefined) next.set(key, { sums: together, share: share / orders.length });
        else before.share += share / orders.length;
      }
    formed += reached.size * orders.length;
    reached = next;
  }
  let p = 0;
  for (const { sums, share } of reached.values()) if (squares(sums) >= observed) p += share;
  return Math.min(1, p);
}

/** No test can give less: the chance of these very rows, up to the names of the arms. */
function leastP(rows: readonly (readonly number[])[]): number {
  const orders = rows.map(arrangements);
  const freest = orders.indexOf(Math.max(...orders));
  return orders.reduce((share, each, k) => (k === freest ? share : share / each), 1);
}

/** How many different orders a row has: k! over those of equal ranks. */
function arrangements(row: readonly number[]): number {
  const seen = new Map<number, number>();
  return row.reduce((product, rank, k) => {
    const equal = (seen.get(rank) ?? 0) + 1;
    seen.set(rank, equal);
    return (product * (k + 1)) / equal;
  }, 1);
}

function ordersOf(row: readonly number[]): number[][] {
  if (row.length === 0) return [[]];
  return [...new Set(row)].flatMap((rank) => {
    const rest = [...row];
    rest.splice(rest.indexOf(rank), 1);
    return ordersOf(rest).map((order) => [rank, ...order]);
  });
}

function squares(sums: readonly number[]): number {
  return sums.reduce((total, sum) => total + sum * sum, 0);
}

function ascending(a: number, b: number): number {
  return a - b;
}
