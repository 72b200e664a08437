import { estimatePrior, estimatePriors } from "@bagwise/core/estimators";
import { describe, expect, it } from "vitest";
import { scored } from "../../../core/src/statistics/monotone-ratio.js";
import { identical, line, sample } from "../../../core/test/prior/make.js";
import { ESTIMATORS, elkanNoto, priorByElkanNoto } from "../../src/estimators/estimators.js";

describe("the compared estimators", () => {
  it("are eight, with different names", () => {
    expect(new Set(ESTIMATORS.map(({ name }) => name)).size).toBe(8);
  });

  it("run side by side, and share no chance: each gives the same as alone", () => {
    const together = estimatePriors(ESTIMATORS, sample(), { bootstrap: 3 });
    for (const [k, method] of ESTIMATORS.entries())
      expect(together[k], method.name).toEqual(estimatePrior(method, sample(), { bootstrap: 3 }));
  });
});

describe("Elkan and Noto's e1", () => {
  it.each([0.1, 0.3, 0.6, 0.9])("finds the prior %d where the classes lie far apart", (prior) => {
    const { value } = estimatePrior(elkanNoto, line(150, 350, prior, 12), { bootstrap: 0 });
    expect(Math.abs(value - prior)).toBeLessThan(0.05);
  });

  it("counts the labelled positives in the single-set scenario", () => {
    const input = { ...line(150, 350, 0.3, 12), scenario: "single-set" as const };
    expect(Math.abs(estimatePrior(elkanNoto, input, { bootstrap: 0 }).value - 0.51)).toBeLessThan(0.06);
  });

  it("is finite and within its interval where there is nothing to learn from", () => {
    for (const [positives, unlabeled] of [
      [1, 1],
      [1, 5],
      [5, 1],
      [12, 30],
    ]) {
      const { raw, value, low, high } = estimatePrior(elkanNoto, identical(positives, unlabeled), { bootstrap: 3 });
      expect(Number.isFinite(raw)).toBe(true);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
  });

  it.each([
    ["case-control", 0.4],
    ["single-set", 0.55],
  ] as const)("is exact when scores part the classes, whatever their scale: %s", (scenario, prior) => {
    // 10 positives; 30 unlabeled, of which 12 look like them: the prior is 0.4, in the single set (10 + 12) / 40.
    const values = Float64Array.from({ length: 40 }, (_, i) => (i < 22 ? 1 : 0));
    const problem = { positives: 10, scenario, fold: Uint8Array.from(values, (_, i) => i % 2), folds: 2 };
    const is = (test: (i: number) => boolean) => Float64Array.from(values, (_, i) => (test(i) ? 1 : 0));
    const single = scenario === "single-set";
    const weights = { positive: is((i) => i < 10), mixture: is((i) => single || i >= 10) };
    for (const scale of [1, 40])
      expect(priorByElkanNoto(problem, scored(values.map((value) => scale * value)), weights)).toBeCloseTo(prior, 12);
  });
});
