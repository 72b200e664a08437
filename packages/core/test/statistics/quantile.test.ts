import { describe, expect, it } from "vitest";
import { spreadFloor } from "../../src/bags/spread-floor.js";
import { quantile } from "../../src/statistics/quantile.js";

describe("quantile", () => {
  it("draws straight lines between the order statistics", () => {
    expect([0, 0.25, 0.5, 0.9, 1].map((p) => quantile([3, 1, 2, 5], p))).toEqual([1, 1.75, 2.5, 4.4, 5]);
  });

  it("leaves its input alone and knows no quantile of nothing", () => {
    const values = [2, 1];
    quantile(values, 0.5);
    expect(values).toEqual([2, 1]);
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe("spreadFloor", () => {
  it("is a tenth of the 0.9-quantile unless told otherwise, and 0 for nothing", () => {
    const sds = Array.from({ length: 11 }, (_, i) => i);
    expect(spreadFloor(sds)).toBeCloseTo(0.9, 14);
    expect(spreadFloor(sds, 1)).toBe(9);
    expect(spreadFloor([])).toBe(0);
  });
});
