import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import {
  STATISTIC_NAMES,
  STATISTICS,
  type StatisticName,
  statisticColumns,
  statisticsOf,
} from "../../../src/kernels/statistic/statistics.js";
import { anyBags, bagSet, FIXED, nested, shuffled } from "../../bags/make.js";

/** The statistic of a bag, the slow way. */
function naive(name: StatisticName, rows: number[][]): number[] {
  const columns = rows[0].map((_, j) => rows.map((row) => row[j]));
  const min = columns.map((column) => Math.min(...column));
  const max = columns.map((column) => Math.max(...column));
  const mean = columns.map((column) => column.reduce((sum, x) => sum + x, 0) / column.length);
  return { minimax: [...min, ...max], mean, "min-max-mean": [...min, ...max, ...mean] }[name];
}

const row = (m: { cols: number; data: Float64Array }, i: number) => [...m.data.subarray(i * m.cols, (i + 1) * m.cols)];

describe.each(STATISTIC_NAMES)("the statistic %s", (name) => {
  it("has one row for each bag, equal to the statistic computed the slow way", () => {
    fc.assert(
      fc.property(anyBags({ minSize: 1 }), (bags) => {
        const result = statisticsOf(name, bags);
        expect(result.rows).toBe(bags.size);
        expect(result.cols).toBe(STATISTICS[name].parts.length * bags.dimension);
        for (const [i, rows] of nested(bags).entries()) {
          naive(name, rows).forEach((value, j) => {
            expect(row(result, i)[j]).toBeCloseTo(value, 8);
          });
        }
      }),
      FIXED,
    );
  });

  it("reads a subset of the bags in the subset's order", () => {
    const bags = bagSet([
      [[1, 2]],
      [
        [3, 4],
        [5, 0],
      ],
      [[6, 7]],
    ]);
    const part = statisticsOf(name, bags.subset([2, 1]));
    const all = statisticsOf(name, bags);
    expect([row(part, 0), row(part, 1)]).toEqual([row(all, 2), row(all, 1)]);
  });

  it("names its columns by what is computed and of which feature", () => {
    const columns = statisticColumns(name, ["mass", "charge"]);
    expect(columns.slice(0, 2)).toEqual([`${STATISTICS[name].parts[0]} mass`, `${STATISTICS[name].parts[0]} charge`]);
    expect(columns).toHaveLength(statisticsOf(name, bagSet([[[1, 2]]])).cols);
    expect(new Set(columns).size).toBe(columns.length);
  });

  it("gives an empty matrix for no bags", () => {
    expect(statisticsOf(name, bagSet([], { features: ["a", "b"] })).rows).toBe(0);
  });

  it("refuses a bag without instances and a value that is not finite, with the bag's name", () => {
    expect(() => statisticsOf(name, bagSet([[[1]], []], { ids: ["full", "hollow"] }))).toThrow(
      /bag "hollow".*no instances/,
    );
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      const bags = bagSet(
        [
          [
            [1, 2],
            [3, value],
          ],
        ],
        { features: ["mass", "charge"], ids: ["odd"] },
      );
      expect(() => statisticsOf(name, bags)).toThrow(InputError);
      expect(() => statisticsOf(name, bags)).toThrow(/"charge".*bag "odd"/);
    }
  });
});

describe("the minimax statistic", () => {
  it("does not change by a bit when instances are reordered or duplicated", () => {
    const cases = anyBags({ minBags: 1, minSize: 1 }).chain((bags) =>
      fc.tuple(
        fc.constant(bags),
        fc.tuple(...nested(bags).map((rows) => shuffled([...rows, rows[0], rows[rows.length - 1]]))),
      ),
    );
    fc.assert(
      fc.property(cases, ([bags, others]) => {
        const features = [...bags.features];
        expect(statisticsOf("minimax", bagSet(others, { features })).data).toEqual(statisticsOf("minimax", bags).data);
      }),
      FIXED,
    );
  });

  it("is the instance twice for a bag of one", () => {
    expect(row(statisticsOf("minimax", bagSet([[[3, -1]]])), 0)).toEqual([3, -1, 3, -1]);
  });
});

it("lists the choices when a statistic is not known", () => {
  expect(() => statisticsOf("mode" as StatisticName, bagSet([[[1]]]))).toThrow(/"mode".*minimax, mean, min-max-mean/);
});
