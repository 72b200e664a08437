import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { probabilityRange } from "../../../src/prior/belief/used-prior.js";
import { FIXED } from "../../bags/make.js";

const prior = (value: number, low: number, high: number) => ({ value, low, high, method: "x", clipped: false });

describe("the range of a probability", () => {
  it("is Bayes' rule at both ends of the interval of the prior", () => {
    // A likelihood ratio of 4: odds of 4 x 1/3 at 0.25, 4 x 1/9 at 0.1 and 4 at 0.5.
    const range = probabilityRange(4 / 7, prior(0.25, 0.1, 0.5));
    expect(range?.low).toBeCloseTo(4 / 13, 12);
    expect(range?.high).toBeCloseTo(0.8, 12);
  });

  it("holds the probability and stays within 0 and 1, also at the ends", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (p, a, b, value) => {
        const [low, high] = [Math.min(a, value), Math.max(b, value)];
        const range = probabilityRange(p, prior(value, low, high));
        if (range === null) {
          expect(low).toBe(high);
          return;
        }
        expect(range.low).toBeGreaterThanOrEqual(0);
        expect(range.high).toBeLessThanOrEqual(1);
        expect(range.low).toBeLessThanOrEqual(p + 1e-9);
        expect(range.high).toBeGreaterThanOrEqual(p - 1e-9);
      }),
      FIXED,
    );
  });

  it("is none for an exact prior", () => {
    expect(probabilityRange(0.4, prior(0.3, 0.3, 0.3))).toBeNull();
  });
});
