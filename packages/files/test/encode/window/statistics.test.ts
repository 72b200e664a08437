import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATISTICS, windowStatistics } from "../../../src/encode/window/statistics.js";

type Found = Record<(typeof STATISTICS)[number], number>;

function statisticsOf(values: readonly number[], times: readonly number[] = values.map((_, k) => k)): Found {
  const out = new Float64Array(STATISTICS.length).fill(Number.NaN);
  const series = { values: Float64Array.from(values), times: Float64Array.from(times) };
  windowStatistics(series, { from: 0, to: values.length }, out, 0);
  return Object.fromEntries(STATISTICS.map((name, k) => [name, out[k]])) as Found;
}

/** The same by their definitions, with all numbers at once. */
function byDefinition(values: readonly number[], times: readonly number[]): Found {
  const pairs = values.map((value, k) => [value, times[k]]).filter(([value]) => !Number.isNaN(value));
  const xs = pairs.map(([value]) => value);
  const ts = pairs.map(([, time]) => time);
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [m, mt] = [mean(xs), mean(ts)];
  const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);
  const variance = sum(xs.map((x) => (x - m) ** 2));
  const timeVariance = sum(ts.map((t) => (t - mt) ** 2));
  const steps = xs.slice(1).map((x, k) => Math.abs(x - xs[k]));
  return {
    mean: m,
    sd: Math.sqrt(variance / xs.length),
    min: Math.min(...xs),
    max: Math.max(...xs),
    slope: timeVariance === 0 ? 0 : sum(xs.map((x, k) => (x - m) * (ts[k] - mt))) / timeVariance,
    change: steps.length === 0 ? 0 : mean(steps),
    lag: xs.length < 3 || variance === 0 ? 0 : sum(xs.slice(1).map((x, k) => (x - m) * (xs[k] - m))) / variance,
  };
}

describe("the statistics of a window", () => {
  it("are those of a line", () => {
    const found = statisticsOf([1, 3, 5, 7], [0, 10, 20, 30]);
    expect(found).toMatchObject({ mean: 4, min: 1, max: 7, change: 2 });
    expect(found.slope).toBeCloseTo(0.2, 14);
    expect(found.sd).toBeCloseTo(Math.sqrt(5), 14);
    expect(found.lag).toBeCloseTo((-3 * -1 + -1 * 1 + 1 * 3) / 20, 14);
  });

  it("are what their definitions say, gaps left out", () => {
    const value = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -1000, max: 1000 }).map((n) => n / 8) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 20 }),
        (rows) => {
          let at = 1000;
          const times = rows.map(([, gap]) => (at += gap));
          const values = rows.map(([each]) => each);
          fc.pre(values.some((each) => !Number.isNaN(each)));
          const [found, expected] = [statisticsOf(values, times), byDefinition(values, times)];
          for (const name of STATISTICS) expect(found[name], name).toBeCloseTo(expected[name], 8);
        },
      ),
      { seed: 2 },
    );
  });

  it("have no spread where all values are equal", () => {
    expect(statisticsOf([0.1, 0.1, 0.1])).toEqual({
      mean: 0.1,
      sd: 0,
      min: 0.1,
      max: 0.1,
      slope: 0,
      change: 0,
      lag: 0,
    });
    expect(statisticsOf([Number.NaN, 4])).toEqual({ mean: 4, sd: 0, min: 4, max: 4, slope: 0, change: 0, lag: 0 });
    expect(statisticsOf([1, 5], [7, 7])).toMatchObject({ slope: 0, change: 4, lag: 0 });
  });

  it("are finite for whatever numbers and times", () => {
    const any = fc.double({ noDefaultInfinity: true, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(any, any), { minLength: 1, maxLength: 6 }), (rows) => {
        const times = rows.map(([, time]) => time).sort((a, b) => a - b);
        const found = statisticsOf(
          rows.map(([value]) => value),
          times,
        );
        for (const name of STATISTICS) expect(Number.isFinite(found[name]), name).toBe(true);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it("say so where there is no value", () => {
    const series = { values: Float64Array.of(Number.NaN), times: Float64Array.of(0) };
    expect(windowStatistics(series, { from: 0, to: 1 }, new Float64Array(7), 0)).toBe(0);
  });
});
