import fc from "fast-check";
import { expect, it } from "vitest";
import { bestBias } from "../../../src/solver/machine/bias.js";

const loss = (b: number, ends: Float64Array, signs: Int8Array, costs: Float64Array) =>
  ends.reduce((sum, end, i) => sum + costs[i] * Math.max(0, signs[i] * (end - b)), 0);

it("the best bias has no more loss than any end, where the least loss is", () => {
  const sample = fc.record({
    end: fc.integer({ min: -5, max: 5 }),
    sign: fc.constantFrom(1, -1),
    cost: fc.constantFrom(0.5, 1, 2),
  });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 12 }), (samples) => {
      const ends = Float64Array.from(samples, ({ end }) => end);
      const signs = Int8Array.from(samples, ({ sign }) => sign);
      const costs = Float64Array.from(samples, ({ cost }) => cost);
      const least = Math.min(...ends.map((end) => loss(end, ends, signs, costs)));
      expect(loss(bestBias(ends, signs, costs), ends, signs, costs)).toBeLessThanOrEqual(least + 1e-12);
    }),
    { seed: 2, numRuns: 500 },
  );
});

it("among many best ones it is the middle, and among unbounded many the end", () => {
  const costs = Float64Array.of(1, 1);
  expect(bestBias(Float64Array.of(-1, 3), Int8Array.of(1, -1), costs)).toBe(1);
  expect(bestBias(Float64Array.of(-1, 3), Int8Array.of(1, 1), costs)).toBe(3);
  expect(bestBias(Float64Array.of(-1, 3), Int8Array.of(-1, -1), costs)).toBe(-1);
});
