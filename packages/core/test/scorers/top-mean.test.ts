import { describe, expect, it } from "vitest";
import { topCount, topMean } from "../../src/scorers/top-mean.js";

describe("the mean of the highest values", () => {
  it("takes a share of them, rounded, at least one", () => {
    expect([0.01, 0.25, 0.3, 0.5, 1].map((share) => topCount(share, 5))).toEqual([1, 1, 2, 3, 5]);
    expect(topCount(0.5, 1)).toBe(1);
  });

  it("is the highest value, the mean of all, or something between", () => {
    const values = Float64Array.of(3, -1, 10, 0);
    expect([0.1, 0.5, 1].map((share) => topMean(values, share))).toEqual([10, 6.5, 3]);
    expect([...values]).toEqual([3, -1, 10, 0]);
  });
});
