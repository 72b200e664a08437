import { expect, it } from "vitest";
import { chooseSetting } from "../../src/selection/index.js";

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

it("has nothing to choose from nothing", () => {
  expect(() => chooseSetting([])).toThrow(RangeError);
});
