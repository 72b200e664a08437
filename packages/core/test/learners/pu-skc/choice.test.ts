import { expect, it } from "vitest";
import { chooseSetting, nearestUsualWeight } from "../../../src/learners/pu-skc/choice.js";

const setting = (degree: number, lambda: number, risk: number) => ({ degree, lambda, risk });

it("chooses the setting of least risk", () => {
  const best = setting(3, 1e-6, -0.1);
  expect(chooseSetting([setting(1, 1, 0.2), best, setting(2, 1, 0)])).toBe(best);
});

it("among equals chooses the lowest degree, then the largest lambda", () => {
  const settings = [setting(2, 1, 0.1), setting(1, 1e-6, 0.1), setting(1, 1e-3, 0.1 + 1e-15), setting(1, 1, 0.2)];
  expect(chooseSetting(settings)).toBe(settings[2]);
  expect(chooseSetting([...settings].reverse())).toBe(settings[2]);
});

it("chooses the weight of least risk, and among equals the nearest to the usual one", () => {
  const weight = (negativeWeight: number, risk: number) => ({ negativeWeight, risk });
  const weights = [weight(0, 0.2), weight(0.1, 0.1), weight(0.5, 0.1 + 1e-15), weight(0.9, 0.1)];
  expect(nearestUsualWeight(weights, 0.3).negativeWeight).toBe(0.1);
  expect(nearestUsualWeight(weights, 0.4).negativeWeight).toBe(0.5);
  expect(nearestUsualWeight(weights, 0).negativeWeight).toBe(0.1);
  expect(nearestUsualWeight([{ risk: 0.1 }, weight(0.5, 0.1)], 0.1)).toEqual({ risk: 0.1 });
});

it("has nothing to choose from nothing", () => {
  expect(() => chooseSetting([])).toThrow(RangeError);
  expect(() => nearestUsualWeight([], 0.5)).toThrow(RangeError);
});
