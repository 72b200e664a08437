import { describe, expect, it } from "vitest";
import { flatBelief, pointBelief, withEvidence, withRange } from "../../../src/prior/belief/belief.js";
import { BELIEF_GRID } from "../../../src/scores/prior-belief.js";

describe("evidence on the grid", () => {
  const logLikelihood = Float64Array.from(BELIEF_GRID, (pi) => Math.log(pi));

  it("weighs every point by its own value, also after a restriction", () => {
    const half = withEvidence(withRange(flatBelief(), { low: 0.25, high: 0.75 }), { logLikelihood, notes: [] });
    expect(half.weights[99] / half.weights[0]).toBeCloseTo(0.7475 / 0.2525, 10);
    expect(withEvidence(pointBelief(0.9999), { logLikelihood, notes: [] }).points).toEqual([0.9999]);
  });

  it("must be on the grid", () => {
    expect(() => withEvidence(flatBelief(), { logLikelihood: new Float64Array(3), notes: [] })).toThrow(RangeError);
  });
});
