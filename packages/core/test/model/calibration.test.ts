import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { calibrate } from "../../src/model/calibrate.js";
import { probabilityOf } from "../../src/model/calibration.js";
import { FIXED } from "../bags/make.js";

/**
 * Scores of positive and of unlabeled bags, and what the unlabeled ones are: normal around 1 and
 * -1.
 */
function normalScores(prior: number, { positive = 2000, unlabeled = 5000, unit = 1, shift = 0 } = {}) {
  const generator = random(8);
  const score = (mean: number) => unit * (mean + generator.normal()) + shift;
  const truth = Array.from({ length: unlabeled }, () => generator.uniform() < prior);
  return {
    positive: Float64Array.from({ length: positive }, () => score(1)),
    unlabeled: Float64Array.from(truth, (isPositive) => score(isPositive ? 1 : -1)),
    truth,
  };
}

describe("calibrate", () => {
  it.each([
    [0.1, 1, 0],
    [0.3, 1, 0],
    [0.5, 1e6, -3e6],
    [0.8, 1e-6, 7e-6],
  ])(
    "gives probabilities that come true, for a prior of %d and scores in units of %d around %d",
    (prior, unit, shift) => {
      const { positive, unlabeled, truth } = normalScores(prior, { unit, shift });
      const calibration = calibrate(positive, unlabeled, { prior });
      for (let bin = 0; bin < 5; bin++) {
        const inside = [...unlabeled.keys()].filter(
          (i) => Math.floor(5 * probabilityOf(calibration, unlabeled[i])) === bin,
        );
        if (inside.length < 200) continue;
        const expected = inside.reduce((sum, i) => sum + probabilityOf(calibration, unlabeled[i]), 0) / inside.length;
        const found = inside.filter((i) => truth[i]).length / inside.length;
        expect(Math.abs(found - expected), `bin ${bin}`).toBeLessThan(0.12);
      }
      const mean = unlabeled.reduce((sum, score) => sum + probabilityOf(calibration, score), 0) / unlabeled.length;
      expect(mean).toBeCloseTo(prior, 2);
    },
  );

  it("gives every bag the prior when a higher score does not mean likelier", () => {
    const { positive, unlabeled } = normalScores(0.3);
    const upside = calibrate(
      positive.map((score) => -score),
      unlabeled.map((score) => -score),
      { prior: 0.3 },
    );
    const flat = calibrate(Float64Array.of(2, 2), Float64Array.of(2, 2, 2), { prior: 0.3 });
    const broken = calibrate(Float64Array.of(1), Float64Array.of(Number.NaN, 1), { prior: 0.3 });
    for (const calibration of [upside, flat, broken]) {
      expect(calibration.slope).toBe(0);
      for (const score of [-1e300, 0, 5]) expect(probabilityOf(calibration, score)).toBeCloseTo(0.3, 12);
    }
  });

  it("keeps a finite slope for scores that are perfectly separated", () => {
    const { slope, intercept } = calibrate(Float64Array.of(5, 6), Float64Array.of(5.5, -5, -6, -7), { prior: 0.25 });
    expect(slope).toBeGreaterThan(0);
    expect(Number.isFinite(slope) && Number.isFinite(intercept)).toBe(true);
  });

  it("gives a map into [0, 1] that never falls, whatever the scores", () => {
    const scores = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(scores, scores, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (positive, unlabeled, prior) => {
        const calibration = calibrate(Float64Array.from(positive), Float64Array.from(unlabeled), { prior });
        expect(calibration.slope).toBeGreaterThanOrEqual(0);
        const all = [-Number.MAX_VALUE, ...positive, ...unlabeled, Number.MAX_VALUE].sort((a, b) => a - b);
        const shares = all.map((score) => probabilityOf(calibration, score));
        for (const [k, share] of shares.entries()) {
          expect(share >= 0 && share <= 1).toBe(true);
          if (k > 0) expect(share).toBeGreaterThanOrEqual(shares[k - 1]);
        }
      }),
      FIXED,
    );
  });
});
