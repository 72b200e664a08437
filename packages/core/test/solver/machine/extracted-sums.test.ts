import fc from "fast-check";
import { expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { columnSums } from "../../../src/linalg/doubled.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { extractedSums } from "../../../src/solver/machine/extracted-sums.js";
import { machineKernel } from "../../../src/solver/machine/kernel/kernel.js";

const [simd, plain] = [machineKernel("simd"), machineKernel("plain")];

/** A matrix with entries of all sizes up to `scale`, and weights of all sizes. */
function sums(seed: number, rows: number, cols: number, scale: number) {
  const generator = random(seed);
  const spread = () => generator.normal() * 10 ** (-6 * generator.uniform());
  const a = matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => scale * Math.tanh(spread())),
  );
  return {
    a,
    x: Float64Array.from({ length: rows }, () => 100 * spread()),
    numbers: Uint32Array.from({ length: rows }, (_, i) => i),
  };
}

const CASES = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  rows: fc.integer({ min: 1, max: 60 }),
  cols: fc.integer({ min: 1, max: 20 }),
  scale: fc.constantFrom(1e-3, 1, 7e5),
});

it("sums of upper and lower parts are those of doubled arithmetic, up to their error", () => {
  fc.assert(
    fc.property(CASES, ({ seed, rows, cols, scale }) => {
      const { a, x, numbers } = sums(seed, rows, cols, scale);
      const exact = columnSums(a, x, numbers);
      const found = extractedSums(simd, a, x, numbers, scale);
      const total = x.reduce((sum, value) => sum + Math.abs(value), 0);
      for (let j = 0; j < cols; j++) {
        const high = found?.high[j] ?? Number.NaN;
        const difference = Math.abs(exact.high[j] - high + (exact.low[j] - (found?.low[j] ?? 0)));
        expect(difference).toBeLessThanOrEqual((found?.error[j] ?? 0) + exact.error[j]);
        // Far below what plain sums round.
        expect(found?.error[j]).toBeLessThan(1e-19 * (rows + 8) * scale * total);
      }
    }),
    { seed: 3, numRuns: 200 },
  );
});

it("they have the same bits in both kernels", () => {
  fc.assert(
    fc.property(CASES, ({ seed, rows, cols, scale }) => {
      const { a, x, numbers } = sums(seed, rows, cols, scale);
      expect(extractedSums(simd, a, x, numbers, scale)).toEqual(extractedSums(plain, a, x, numbers, scale));
    }),
    { seed: 4, numRuns: 100 },
  );
});

it("there are none if an entry is larger than it should be, or numbers are out of range", () => {
  const { a, x, numbers } = sums(1, 9, 5, 1);
  a.data[17] = 1.01;
  expect(extractedSums(simd, a, x, numbers, 1)).toBeUndefined();
  expect(extractedSums(plain, a, x, numbers, 1)).toBeUndefined();
  expect(extractedSums(simd, a, x, numbers, Infinity)).toBeUndefined();
  expect(extractedSums(simd, a, new Float64Array(9), numbers, 2)).toBeUndefined();
  expect(extractedSums(simd, a, x, numbers, 2)).toBeDefined();
});
