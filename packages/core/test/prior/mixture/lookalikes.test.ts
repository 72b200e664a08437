import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOOKALIKES, lookingPositive, overLookalikes, withLookalikes } from "../../../src/prior/mixture/lookalikes.js";
import { BELIEF_GRID } from "../../../src/scores/prior-belief.js";
import { FIXED } from "../../bags/make.js";

const peakAt = (pi: number, width: number) =>
  Float64Array.from(BELIEF_GRID, (value) => -(((value - pi) / width) ** 2) / 2);
const at = (pi: number) => Math.floor(pi * BELIEF_GRID.length);

describe("negatives that look like positives", () => {
  it("are none in a tenth of all cases, and 11 % of the negatives otherwise: a mean of 15 % that ends at 30 %", () => {
    const total = LOOKALIKES.reduce((sum, { weight }) => sum + weight, 0);
    expect(total).toBeCloseTo(1, 12);
    expect(LOOKALIKES[0]).toEqual({ share: 0, weight: 0.1 });
    const some = LOOKALIKES.reduce((sum, { share, weight }) => sum + share * weight, 0) / 0.9;
    // Of an exponential distribution that is cut off at 0.325.
    const cut = Math.exp(-0.325 / 0.15);
    expect(some).toBeCloseTo(0.15 - (0.325 * cut) / (1 - cut), 2);
  });

  it("are believed in by Bayes' rule, however small the likelihoods", () => {
    const share = fc.array(fc.double({ min: -30, max: 0, noNaN: true }), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(share, fc.constantFrom(0, -1e4), (logs, down) => {
        const terms = LOOKALIKES.map(({ weight }, k) => weight * Math.exp(logs[k]));
        const sum = terms.reduce((a, b) => a + b);
        const found = overLookalikes(logs.map((value) => value + down));
        expect(found.logLikelihood - down).toBeCloseTo(Math.log(sum), 9);
        for (const [k, weight] of found.weights.entries()) expect(weight).toBeCloseTo(terms[k] / sum, 9);
      }),
      FIXED,
    );
  });

  it("add to what looks positive what is left", () => {
    expect(lookingPositive(0.2, 0)).toBe(0.2);
    expect(lookingPositive(0.2, 0.25)).toBeCloseTo(0.4, 12);
  });

  it("leave a likelihood without a preference alone", () => {
    expect(withLookalikes(new Float64Array(BELIEF_GRID.length)).every((value) => Math.abs(value) < 1e-12)).toBe(true);
  });

  it("never let scores exclude a prior a little below the share that looks positive, and hardly touch larger ones", () => {
    const before = peakAt(0.15, 0.01);
    const after = withLookalikes(before);
    expect(before[at(0.06)]).toBeLessThan(-30);
    expect(after[at(0.06)]).toBeGreaterThan(-2);
    expect(after[at(0.3)]).toBeLessThan(-30);
  });

  it("make no prior impossible, however unlikely it is, and have 0 as the largest value", () => {
    const values = fc.array(fc.double({ min: -1e5, max: 0, noNaN: true }), {
      minLength: BELIEF_GRID.length,
      maxLength: BELIEF_GRID.length,
    });
    fc.assert(
      fc.property(values, (given) => {
        const found = withLookalikes(Float64Array.from(given));
        expect(found.every(Number.isFinite)).toBe(true);
        expect(Math.max(...found)).toBe(0);
      }),
      { ...FIXED, numRuns: 30 },
    );
  });
});
