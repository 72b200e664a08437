import fc from "fast-check";
import { expect, it } from "vitest";
import { midRanks, normalScores } from "../../../src/kernels/views/ranks.js";

const whole = fc.integer({ min: -50, max: 50 });

it("a mid-rank counts what is below and half of what is equal", () => {
  fc.assert(
    fc.property(fc.array(whole, { minLength: 1, maxLength: 40 }), fc.array(whole), (values, others) => {
      const rank = midRanks(Float64Array.from(values));
      for (const each of [...values, ...others]) {
        const below = values.filter((v) => v < each).length;
        const upTo = values.filter((v) => v <= each).length;
        expect(rank(each)).toBe((below + upTo) / (2 * values.length) - 0.5);
      }
    }),
    { seed: 3, numRuns: 500 },
  );
});

it("a mid-rank never falls as the value rises, and stays between its bounds, whatever the values", () => {
  const any = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(5e-324, -5e-324, 1e-300, Number.MAX_VALUE, -Number.MAX_VALUE),
  );
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 40 }), fc.array(any), (values, others) => {
      const rank = midRanks(Float64Array.from(values));
      const ranks = [...values, ...others].sort((a, b) => a - b).map(rank);
      for (const [k, each] of ranks.entries()) {
        expect(Math.abs(each)).toBeLessThanOrEqual(0.5);
        if (k > 0) expect(each).toBeGreaterThanOrEqual(ranks[k - 1]);
      }
    }),
    { seed: 4, numRuns: 300 },
  );
});

it("values that differ by rounding have one rank, even beside an outlier", () => {
  const values = Float64Array.of(0.1 + 0.2, 0.3, 0.7, 0.2, 0.9, 0.4, 0.55, 0.65, 0.25, 0.35, 1e12);
  const rank = midRanks(values);
  expect(rank(0.3)).toBe(rank(0.1 + 0.2));
  expect(rank(0.3)).toBe(3 / 11 - 0.5);
  expect(rank(0.35)).toBeGreaterThan(rank(0.3));
  // Nearly all values equal but for rounding: no rank from the last bits.
  const alike = midRanks(Float64Array.of(0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3));
  expect(alike(0.3)).toBe(0);
  expect(alike(0.1 + 0.2)).toBe(0);
});

it("the values keep their order", () => {
  const values = Float64Array.of(3, 1, 2);
  expect(midRanks(values)(2)).toBe(0);
  expect([...values]).toEqual([3, 1, 2]);
});

it("normal scores are symmetric, rise with the rank, and end at the first and the last value", () => {
  for (const count of [1, 2, 7, 40]) {
    const rank = midRanks(Float64Array.from({ length: count }, (_, k) => k));
    const score = normalScores(count);
    const scores = Array.from({ length: count }, (_, k) => score(rank(k)));
    for (const [k, each] of scores.entries()) {
      expect(each).toBeCloseTo(-scores[count - 1 - k], 12);
      if (k > 0) expect(each).toBeGreaterThan(scores[k - 1]);
    }
    expect(score(rank(-1))).toBe(scores[0]);
    expect(score(rank(count))).toBe(scores[count - 1]);
  }
  // The quartiles of the standard normal distribution.
  expect(normalScores(2)(-0.25)).toBeCloseTo(-0.6744898, 6);
});

it("a column that is nearly constant has normal scores of small spread", () => {
  const values = Float64Array.from({ length: 200 }, (_, i) => (i < 2 ? 1e9 : 0));
  const rank = midRanks(values);
  const score = normalScores(200);
  expect(Math.abs(score(rank(0)))).toBeLessThan(0.02);
  expect(score(rank(1e9))).toBeLessThan(3);
});
