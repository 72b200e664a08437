import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { friedman, friedmanStatistic, imanDavenport } from "../../src/compare/friedman.js";
import { ranksOf } from "../../src/compare/ranks.js";

/** All orders of all rows, one by one. */
function counted(ranks: readonly (readonly number[])[]): number {
  const observed = friedmanStatistic(ranks);
  let [all, as] = [0, 0];
  const go = (rows: number[][], rest: readonly (readonly number[])[]) => {
    if (rest.length === 0) {
      all++;
      if (friedmanStatistic(rows) >= observed - 1e-9) as++;
      return;
    }
    for (const order of orders(rest[0])) go([...rows, order], rest.slice(1));
  };
  go([], ranks);
  return as / all;
}

function orders(row: readonly number[]): number[][] {
  if (row.length === 0) return [[]];
  return row.flatMap((each, k) => orders(row.filter((_, j) => j !== k)).map((rest) => [each, ...rest]));
}

const alike = (cells: number, arms: number) =>
  Array.from({ length: cells }, () => Array.from({ length: arms }, (_, k) => k + 1));

describe("friedman", () => {
  it("is exact for few cells: two that agree on two methods say nothing", () => {
    expect(friedman(alike(2, 2))).toEqual({ p: 0.5, exact: true });
    expect(friedman(alike(6, 2)).p).toBeCloseTo(1 / 32, 14);
    expect(friedman(alike(2, 3)).p).toBeCloseTo(1 / 6, 14);
    expect(friedman(alike(3, 4)).p).toBeCloseTo(1 / 24 ** 2, 14);
    // The F form takes any agreement for certain.
    expect(imanDavenport(alike(2, 2))).toBe(0);
  });

  it("is what counting all orders gives, ties or not", () => {
    const row = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (values) => {
        const ranks = values.map(ranksOf);
        expect(friedman(ranks).p).toBeCloseTo(counted(ranks), 10);
      }),
      { seed: 6, numRuns: 60 },
    );
  });

  it("agrees with the printed table for three methods and six cells", () => {
    // Friedman (1937), as in every collection of tables, k = 3 and N = 6: P(7.00) = 0.029, P(8.33)
    // = 0.012.
    const seven = [...alike(5, 3), [3, 1, 2]];
    expect(friedmanStatistic(seven)).toBeCloseTo(7, 10);
    expect(friedman(seven).p).toBeCloseTo(0.029, 3);
    const eight = [...alike(4, 3), [1, 3, 2], [2, 1, 3]];
    expect(friedmanStatistic(eight)).toBeCloseTo(25 / 3, 10);
    expect(friedman(eight).p).toBeCloseTo(0.012, 3);
  });

  it("is the F form where the cases are too many, and near the exact one where both can be had", () => {
    const values = [
      [3, 2, 1],
      [3, 1, 2],
      [2, 3, 1],
      [3, 2, 1],
      [1, 3, 2],
      [3, 2, 1],
    ];
    const statistic = friedmanStatistic(values);
    const f = (5 * statistic) / (12 - statistic);
    // F with 2 and 10 degrees of freedom has a closed tail: (1 + f / 5)^-5.
    expect(imanDavenport(values)).toBeCloseTo((1 + f / 5) ** -5, 10);
    const many = Array.from({ length: 30 }, (_, i) => ranksOf([0, 1, 2, 3, 4, 5, 6].map((k) => (k * (i + 3)) % 11)));
    expect(friedman(many)).toEqual({ p: imanDavenport(many), exact: false });
  });

  it("is never less than the chance that all cells agree, nor 0", () => {
    const { p, exact } = friedman(alike(2, 12));
    expect(exact).toBe(false);
    expect(p).toBeCloseTo(1 / 479_001_600, 15);
    expect(p).toBeGreaterThan(0);
  });

  it("has nothing to say of one cell, one method, or ties alone", () => {
    expect(friedman([[1, 2, 3]]).p).toBe(1);
    expect(friedman([[1], [1]]).p).toBe(1);
    expect(
      friedman([
        [2, 2, 2],
        [2, 2, 2],
      ]).p,
    ).toBe(1);
  });
});
