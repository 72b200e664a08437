import fc from "fast-check";
import { expect, it } from "vitest";
import { nearestDistances, thresholdDistance } from "../../../src/shared/concept/nearest.js";

it("a bag is as far as its nearest instance", () => {
  const bags = {
    data: Float64Array.of(0, 0, 3, 4, 1, 1, 6, 8),
    features: 2,
    offsets: Uint32Array.of(0, 1, 2, 4),
    signs: Int8Array.of(1, -1, 1),
  };
  expect([...nearestDistances(bags, Float64Array.of(0, 0, 1, 1))].map((d) => d.toFixed(6))).toEqual([
    "0.000000",
    "5.000000",
    "1.414214",
  ]);
  expect([...nearestDistances(bags, Float64Array.of(0, 0, 2))][1]).toBe(10);
});

it("no other threshold gives a lower mean of the two error rates", () => {
  const errors = (threshold: number, distances: Float64Array, signs: Int8Array) => {
    const rate = (wanted: number) => {
      const own = [...distances].filter((_, i) => signs[i] === wanted);
      return own.filter((distance) => distance <= threshold === wanted < 0).length / own.length;
    };
    return rate(1) + rate(-1);
  };
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.boolean()), { minLength: 2, maxLength: 12 }), (bags) => {
      const signs = Int8Array.from([1, -1, ...bags.map(([, positive]) => (positive ? 1 : -1))]);
      const distances = Float64Array.from([1, 2, ...bags.map(([distance]) => distance)]);
      const found = errors(thresholdDistance(distances, signs), distances, signs);
      const sorted = [...new Set(distances)].sort((a, b) => a - b);
      for (let k = 0; k + 1 < sorted.length; k++)
        expect(found).toBeLessThanOrEqual(errors((sorted[k] + sorted[k + 1]) / 2, distances, signs) + 1e-12);
    }),
    { seed: 2, numRuns: 200 },
  );
});

it("the threshold lies beyond bags that are all equally far, and in the middle of several good places", () => {
  expect(thresholdDistance(Float64Array.of(2, 2), Int8Array.of(1, -1))).toBe(3);
  expect(thresholdDistance(Float64Array.of(1, 2, 3, 4), Int8Array.of(1, -1, 1, -1))).toBe(3.5);
});
