import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bagWeights, bestShift, errorOf, evenShift } from "../../../src/shared/machine/bag-error.js";

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

  it("is even with the even shift: 0 is as many deviations from one mean as from the other", () => {
    const few = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(few, few, (positive, negative) => {
        const signs = Int8Array.from([...positive.map(() => 1), ...negative.map(() => -1)]);
        const shift = evenShift(Float64Array.from([...positive, ...negative]), signs);
        const moments = (values: readonly number[]) => {
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          return { mean, sd: Math.hypot(...values.map((value) => value - mean)) / Math.sqrt(values.length) };
        };
        const [p, n] = [moments(positive), moments(negative)];
        if (p.sd + n.sd > 1e-9) expect((p.mean + shift) * n.sd).toBeCloseTo(-(n.mean + shift) * p.sd, 6);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it("has its even shift in the middle between two scores, and follows what is added to all scores", () => {
    expect(evenShift(Float64Array.of(5, 1), Int8Array.of(1, -1))).toBe(-3);
    const scores = Float64Array.of(3, 4, 8, -1, 0, 2);
    const signs = Int8Array.of(1, 1, 1, -1, -1, -1);
    const moved = evenShift(
      scores.map((score) => score + 10),
      signs,
    );
    expect(moved).toBeCloseTo(evenShift(scores, signs) - 10, 12);
  });
});
