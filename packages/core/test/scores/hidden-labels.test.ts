import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { bagScores } from "../../src/scores/bag-scores.js";
import { reweighted, unitWeights } from "../../src/scores/bootstrap.js";
import { posteriorsByRank } from "../../src/scores/hidden-labels.js";
import { FIXED } from "../bags/make.js";

const scores = (least: number) =>
  fc.array(
    fc.integer({ min: -5, max: 5 }).map((n) => n / 2),
    { minLength: least, maxLength: 14 },
  );

/**
 * The monotone ratio at a score by the min-max formula, over all pairs of scores: slow and
 * independent of pooling.
 */
function ratioAt(score: number, positive: readonly number[], unlabeled: readonly number[]): number {
  const levels = [...new Set([...positive, ...unlabeled])];
  const mean = (low: number, high: number) => {
    const within = (some: readonly number[]) => some.filter((each) => each >= low && each <= high).length / some.length;
    return within(unlabeled) === 0 ? Number.POSITIVE_INFINITY : within(positive) / within(unlabeled);
  };
  const lows = levels.filter((level) => level <= score);
  const highs = levels.filter((level) => level >= score);
  return Math.max(...lows.map((low) => Math.min(...highs.map((high) => mean(low, high)))));
}

describe("posteriorsByRank", () => {
  it("is the monotone ratio, cut at 1, in one proportion that adds up to the share", () => {
    fc.assert(
      fc.property(
        scores(1),
        scores(2),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (positive, unlabeled, share) => {
          const { posteriors, clipped } = posteriorsByRank(bagScores({ positive, unlabeled }))(
            unitWeights(positive.length),
            share,
          );
          const ranked = [...unlabeled].sort((a, b) => b - a);
          const ratios = ranked.map((score) => ratioAt(score, positive, unlabeled));
          const sum = posteriors.reduce((a, b) => a + b, 0);
          const reachable = ratios.filter((ratio) => ratio > 1e-12).length;
          expect(sum).toBeCloseTo(Math.min(share * unlabeled.length, reachable), 6);
          const free = posteriors.findIndex((p, k) => p < 1 - 1e-9 && ratios[k] > 1e-12);
          for (const [k, p] of posteriors.entries()) {
            expect(p).toBeGreaterThanOrEqual(0);
            expect(p).toBeLessThanOrEqual(1);
            if (k > 0) expect(p).toBeLessThanOrEqual(posteriors[k - 1] + 1e-12);
            if (k < clipped) expect(p).toBe(1);
            // Those that are not cut have the proportions of the ratio.
            if (free >= 0 && p < 1 - 1e-9) expect(p * ratios[free]).toBeCloseTo(posteriors[free] * ratios[k], 6);
          }
        },
      ),
      FIXED,
    );
  });

  it("gives equal scores equal chances", () => {
    const { posteriors } = posteriorsByRank(bagScores({ positive: [2, 1], unlabeled: [1, 3, 1, 0, 1] }))(
      unitWeights(2),
      0.4,
    );
    expect(posteriors[1]).toBe(posteriors[2]);
    expect(posteriors[2]).toBe(posteriors[3]);
  });
});

describe("reweighted", () => {
  it("gives a share Jeffreys' distribution", () => {
    const draw = reweighted(bagScores({ positive: [3, 2, 1], unlabeled: [0] }), random(4));
    const shares = Array.from({ length: 20_000 }, () => {
      const { bags, positive } = draw();
      return (bags[0] + bags[1] + positive[0]) / (bags[0] + bags[1] + bags[2] + positive[0] + positive[1]);
    });
    const mean = shares.reduce((a, b) => a + b, 0) / shares.length;
    const variance = shares.reduce((a, b) => a + (b - mean) ** 2, 0) / shares.length;
    // Beta(2.5, 1.5).
    expect(mean).toBeCloseTo(2.5 / 4, 2);
    expect(variance).toBeCloseTo((2.5 * 1.5) / (16 * 5), 2);
  });

  it("spreads means over positive bags as far as wanted, and others as before", () => {
    const positive = Array.from({ length: 40 }, (_, i) => i % 2);
    const draw = reweighted(bagScores({ positive, unlabeled: positive }), random(9));
    const variance = (spread: number, from: number) => {
      const means = Array.from({ length: 4000 }, () => {
        const own = draw(spread).bags.slice(from, from + 40);
        const total = own.reduce((sum, weight) => sum + weight, 0);
        return own.reduce((sum, weight, i) => sum + weight * positive[i], 0) / total;
      });
      return means.reduce((sum, mean) => sum + (mean - 0.5) ** 2, 0) / means.length;
    };
    // Of 40 bags, half of which are 1: 0.25 / 41 without a spread.
    expect(Math.abs(variance(1, 0) / (0.25 / 41) - 1)).toBeLessThan(0.15);
    expect(variance(2, 0) / variance(1, 0)).toBeGreaterThan(1.7);
    expect(variance(2, 0) / variance(1, 0)).toBeLessThan(2.3);
    expect(Math.abs(variance(2, 40) / variance(1, 40) - 1)).toBeLessThan(0.15);
  });

  it("gives the bags of a cluster one weight", () => {
    const draw = reweighted(bagScores({ positive: [3, 2], unlabeled: [1, 0], clusters: [7, 8, 7, 9] }), random(4));
    const { bags } = draw();
    expect(bags[0]).toBe(bags[2]);
    expect(new Set(bags).size).toBe(3);
  });
});
