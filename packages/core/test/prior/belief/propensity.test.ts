import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { startingBelief, withEvidence } from "../../../src/prior/belief/belief.js";
import { propensityLikelihood } from "../../../src/prior/belief/propensity.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";

const believed = (propensities: readonly number[], total: number) =>
  describeBelief(
    withEvidence(startingBelief(), { logLikelihood: propensityLikelihood(propensities, total), notes: [] }),
  );

describe("the prior from propensities", () => {
  it("counts each labelled positive as one over its propensity", () => {
    const { mean, low, high } = believed(new Array(40).fill(1 / 3), 400);
    expect(mean).toBeCloseTo(0.3, 1);
    expect(low).toBeGreaterThan(0.2);
    expect(high).toBeLessThan(0.4);
  });

  it("is the share of labels if every positive was labelled", () => {
    const { low, high } = believed(new Array(30).fill(1), 100);
    expect(low).toBeGreaterThan(0.29);
    expect(high).toBeLessThan(0.31);
  });

  it("never falls below the share of labels", () => {
    const likelihood = propensityLikelihood(new Array(50).fill(0.9), 100);
    expect(likelihood.slice(0, 99).every((value) => value === Number.NEGATIVE_INFINITY)).toBe(true);
  });

  it("covers the truth in nine of ten samples, with unequal propensities too", () => {
    const draw = random(5);
    let covered = 0;
    for (let k = 0; k < 300; k++) {
      const labelled: number[] = [];
      for (let i = 0; i < 120; i++) {
        const e = 0.1 + 0.7 * draw.uniform();
        if (draw.uniform() < e) labelled.push(e);
      }
      const { low, high } = believed(labelled, 400);
      if (low <= 0.3 && 0.3 <= high) covered++;
    }
    expect(covered / 300).toBeGreaterThan(0.86);
  });
});
