import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withLookalikes } from "../../../src/prior/mixture/lookalikes.js";
import { BELIEF_GRID } from "../../../src/scores/prior-belief.js";
import { FIXED } from "../../bags/make.js";

const peakAt = (pi: number, width: number) =>
  Float64Array.from(BELIEF_GRID, (value) => -(((value - pi) / width) ** 2) / 2);
const at = (pi: number) => Math.floor(pi * BELIEF_GRID.length);

describe("negatives that look like positives", () => {
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
