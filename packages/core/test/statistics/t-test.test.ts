import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataFolder, missing } from "../../../bagwise/test/require-all.js";
import { incompleteBeta, studentT, upperTail, VARIANCE_WAYS } from "../../src/statistics/t-test.js";

describe("upperTail", () => {
  // Quantiles as printed in tables of Student's distribution: degrees, t at 5 %, 2.5 % and 0.5 %.
  it.each([
    [1, 6.313752, 12.7062, 63.65674],
    [2, 2.919986, 4.302653, 9.924843],
    [5, 2.015048, 2.570582, 4.032143],
    [19, 1.729133, 2.093024, 2.860935],
    [38, 1.685954, 2.024394, 2.711558],
    [120, 1.657651, 1.97993, 2.617421],
  ])("gives the published quantiles with %d degrees of freedom", (degrees, ...quantiles) => {
    for (const [k, p] of [0.05, 0.025, 0.005].entries()) {
      expect(upperTail(quantiles[k], degrees) / p).toBeCloseTo(1, 5);
      expect(upperTail(-quantiles[k], degrees)).toBeCloseTo(1 - p, 7);
    }
  });

  it("has the closed forms of one and two degrees of freedom", () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (t) => {
        expect(upperTail(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 12);
        expect(upperTail(t, 2)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 12);
      }),
      { seed: 1 },
    );
  });

  it("tends to the normal distribution", () => {
    expect(upperTail(1.6448536269514722, 1e7)).toBeCloseTo(0.05, 6);
  });
});

it("incompleteBeta is symmetric, and x^a for b = 1", () => {
  const shape = fc.double({ min: 0.1, max: 200, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1024 }), shape, shape, (k, a, b) => {
      const x = k / 1024;
      expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 10);
      expect(incompleteBeta(x, a, 1)).toBeCloseTo(x ** a, 11);
    }),
    { seed: 2 },
  );
});

describe("studentT", () => {
  it("agrees with a worked example", () => {
    // The first example of Wikipedia's article on Welch's test, which gives 2.46, 25.0 and,
    // two-sided, 0.021.
    const a = moments([27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4]);
    const b = moments([27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4]);
    const { statistic, degrees, p } = studentT(b, a, { variances: "unequal" });
    expect(statistic).toBeCloseTo(2.46, 2);
    expect(degrees).toBeCloseTo(25.0, 1);
    expect(2 * p).toBeCloseTo(0.021, 3);
    expect(studentT(b, a).degrees).toBe(28);
  });

  it("is the same test from the other side, and between equal means undecided", () => {
    const sample = fc.record({
      mean: fc.double({ min: -1, max: 1, noNaN: true }),
      sd: fc.double({ min: 0.01, max: 1, noNaN: true }),
      n: fc.integer({ min: 2, max: 50 }),
    });
    fc.assert(
      fc.property(sample, sample, fc.constantFrom(...VARIANCE_WAYS), (a, b, variances) => {
        expect(studentT(a, b, { variances }).p + studentT(b, a, { variances }).p).toBeCloseTo(1, 12);
        expect(studentT(a, { ...b, mean: a.mean }, { variances }).p).toBeCloseTo(0.5, 12);
      }),
      { seed: 3 },
    );
  });

  it("has the same statistic for equal sizes whatever is said of the variances", () => {
    const [a, b] = [
      { mean: 0.8, sd: 0.05, n: 20 },
      { mean: 0.7, sd: 0.3, n: 20 },
    ];
    const equal = studentT(a, b);
    const unequal = studentT(a, b, { variances: "unequal" });
    expect(equal.statistic).toBeCloseTo(unequal.statistic, 12);
    expect(equal.degrees).toBe(38);
    expect(unequal.degrees).toBeLessThan(21);
  });

  it("is certain without spread", () => {
    const at = (mean: number) => ({ mean, sd: 0, n: 3 });
    for (const variances of VARIANCE_WAYS) {
      expect(studentT(at(1), at(0), { variances })).toMatchObject({ p: 0, statistic: Infinity, degrees: 4 });
      expect(studentT(at(0), at(1), { variances }).p).toBe(1);
      expect(studentT(at(1), at(1), { variances })).toMatchObject({ p: 0.5, statistic: 0 });
    }
  });

  it.each([
    { mean: 1, sd: 1, n: 1 },
    { mean: Number.NaN, sd: 1, n: 5 },
    { mean: 1, sd: -1, n: 5 },
    { mean: 1, sd: 1, n: 2.5 },
  ])("refuses the sample %o", (bad) => {
    expect(() => studentT({ mean: 0, sd: 1, n: 5 }, bad)).toThrowError(expect.objectContaining({ code: "t-test" }));
  });

  it("refuses variances that are neither", () => {
    const sample = { mean: 0, sd: 1, n: 5 };
    expect(() => studentT(sample, sample, { variances: "both" as "equal" })).toThrow(/variances.*equal, unequal/);
  });

  const table = join(dataFolder() ?? "", "..", "paper", "accuracy-table.csv");
  it.skipIf(missing("the paper's table", existsSync(table)))("gives every bold face of the paper's table", () => {
    const rows = readFileSync(table, "utf8").trim().split("\n").slice(1);
    const settings = new Map<string, { mean: number; sd: number; bold: boolean }[]>();
    for (const row of rows) {
      const [dataset, prior, , mean, sd, bold] = row.split(",");
      const key = `${dataset} ${prior}`;
      settings.set(key, [...(settings.get(key) ?? []), { mean: Number(mean), sd: Number(sd), bold: bold === "1" }]);
    }
    expect(settings.size).toBe(35);
    for (const variances of VARIANCE_WAYS) {
      for (const [setting, cells] of settings) {
        const best = cells.reduce((a, b) => (b.mean > a.mean ? b : a));
        const found = cells.map((cell) => studentT({ ...best, n: 20 }, { ...cell, n: 20 }, { variances }).p >= 0.05);
        expect(found, `${setting}, ${variances}`).toEqual(cells.map(({ bold }) => bold));
      }
    }
  });
});

function moments(values: number[]) {
  const mean = values.reduce((sum, value) => sum + value) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / (values.length - 1)), n: values.length };
}
