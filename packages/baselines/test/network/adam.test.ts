import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectSameBits, randomVector } from "../../../core/test/linalg/support.js";
import { adam } from "../../src/network/adam.js";

const SIZES = [5, 1, 0, 8];

describe("steps of Adam", () => {
  it("have the same bits with SIMD and without", () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 1e-6, max: 1, noNaN: true }), (seed, rate) => {
        const [fast, plain] = [0, 1].map(() => SIZES.map((size, k) => randomVector(size, seed + k)));
        const steps = [adam(fast, { rate, lambda: 0.1, simd: true }), adam(plain, { rate, lambda: 0.1, simd: false })];
        for (let t = 0; t < 5; t++) {
          const gradient = SIZES.map((size, k) => randomVector(size, seed + 10 * t + k).map((x) => (x > 1 ? 0 : x)));
          for (const step of steps) step(gradient);
          for (const [k, values] of fast.entries()) expectSameBits(values, plain[k]);
        }
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it.each([true, false])("go by the rate against the sign of the first gradient, with SIMD: %s", (simd) => {
    const values = Float64Array.of(1, -2, 3);
    adam([values], { rate: 0.01, lambda: 0, simd })([Float64Array.of(5, -0.1, 0)]);
    expect(values[0]).toBeCloseTo(0.99, 7);
    expect(values[1]).toBeCloseTo(-1.99, 7);
    expect(values[2]).toBe(3);
  });

  it.each([true, false])("shrink parameters without a gradient by the weight decay, with SIMD: %s", (simd) => {
    const values = Float64Array.of(3);
    adam([values], { rate: 0.5, lambda: 2, simd })([Float64Array.of(0)]);
    expect(values[0]).toBe(1.5);
  });
});
