import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { featureStatistics } from "../../src/bags/feature-statistics.js";
import { anyBags, bagSet, FIXED, nested } from "./make.js";

describe("featureStatistics", () => {
  it("agrees with the definition", () => {
    const { mean, sd, min, max } = featureStatistics(
      bagSet([
        [[1, 5]],
        [
          [2, 5],
          [6, 5],
        ],
      ]),
    );
    expect([...mean]).toEqual([3, 5]);
    expect(sd[0]).toBeCloseTo(Math.sqrt(14 / 3), 14);
    expect([sd[1], ...min, ...max]).toEqual([0, 1, 5, 6, 5]);
  });

  it("keeps its digits when a feature has a large offset", () => {
    const { sd, mean } = featureStatistics(bagSet([[[1e12 + 1], [1e12 + 2]], [[1e12 + 3]]]));
    expect(sd[0]).toBeCloseTo(Math.sqrt(2 / 3), 12);
    expect(mean[0]).toBe(1e12 + 2);
  });

  it.each([1e-300, 1e-160, 1e160, 1e308])("neither overflows nor underflows for values around %d", (scale) => {
    const { sd, mean } = featureStatistics(bagSet([[[-scale], [scale]]]));
    expect(sd[0] / scale).toBeCloseTo(1, 12);
    expect(mean[0]).toBe(0);
  });

  it("says 0 for the spread of a constant feature, whatever its value", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 1, max: 50 }), (x, n) => {
        const { sd, mean } = featureStatistics(bagSet([Array.from({ length: n }, () => [x])]));
        expect(sd[0]).toBe(0);
        expect(mean[0] === x).toBe(true);
      }),
      FIXED,
    );
  });

  it("looks at the instances of a view only", () => {
    fc.assert(
      fc.property(anyBags({ minBags: 3, minSize: 1 }), (bags) => {
        const view = bags.subset([2, 0]);
        const alone = bagSet(nested(view), { features: [...bags.features] });
        expect(featureStatistics(view)).toEqual(featureStatistics(alone));
      }),
      FIXED,
    );
  });

  it("does not know a feature with a value that is not finite, nor any without instances", () => {
    const nan = Number.NaN;
    const { mean, sd, min, max } = featureStatistics(
      bagSet([
        [
          [1, nan, Number.POSITIVE_INFINITY],
          [2, 1, 1],
        ],
      ]),
    );
    expect([...mean, ...sd, ...min, ...max]).toEqual([1.5, nan, nan, 0.5, nan, nan, 1, nan, nan, 2, nan, nan]);
    expect(featureStatistics(bagSet([[]]))).toEqual(
      Object.fromEntries(["mean", "sd", "min", "max"].map((key) => [key, Float64Array.of(nan)])),
    );
  });
});
