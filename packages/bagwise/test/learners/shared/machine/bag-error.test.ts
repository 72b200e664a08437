import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bagWeights, bestShift, errorOf } from "../../../../src/learners/shared/machine/bag-error.js";

describe("the error on bags", () => {
  it("counts both classes the same if they are balanced", () => {
    const signs = Int8Array.of(1, -1, -1, -1);
    expect([...bagWeights(signs, "equal")]).toEqual([1, 1, 1, 1]);
    const weights = bagWeights(signs, "balanced");
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(4, 12);
    expect(errorOf(Float64Array.of(-1, -1, -1, -1), signs, weights)).toBeCloseTo(0.5, 12);
    expect(errorOf(Float64Array.of(1, -1, -1, 0), signs, weights)).toBeCloseTo(1 / 6, 12);
  });

  it("is least with the best shift, which is none if nothing is better", () => {
    const cases = fc.array(fc.record({ score: fc.integer({ min: -4, max: 4 }), sign: fc.constantFrom(1, -1) }), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(cases, fc.constantFrom("balanced" as const, "equal" as const), (bags, classWeights) => {
        const signs = Int8Array.from([...bags.map(({ sign }) => sign), 1, -1]);
        const scores = Float64Array.from([...bags.map(({ score }) => score), 2, -1]);
        const weights = bagWeights(signs, classWeights);
        const errorWith = (shift: number) =>
          errorOf(
            scores.map((score) => score + shift),
            signs,
            weights,
          );
        const shift = bestShift(scores, signs, weights);
        // Scores are whole numbers, so that thresholds between them are all there are, but for those outside.
        const thresholds = Array.from({ length: 8 }, (_, k) => k - 3.5);
        const inside = thresholds.filter((t) => t > Math.min(...scores) && t < Math.max(...scores));
        const least = Math.min(errorWith(0), ...inside.map((threshold) => errorWith(-threshold)));
        expect(errorWith(shift)).toBeCloseTo(least, 9);
        if (errorWith(0) <= least + 1e-9) expect(shift).toBe(0);
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});
