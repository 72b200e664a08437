import { describe, expect, it } from "vitest";
import { contradictionOf } from "../../../src/prior/belief/contradiction.js";

/**
 * The chance that a prior is below x after k positives among n, all priors alike before: the
 * regularised incomplete beta function by the trapezoid rule.
 */
function chanceBelow(x: number, { positive, reviewed }: { positive: number; reviewed: number }): number {
  const steps = 20_000;
  const density = (pi: number) => pi ** positive * (1 - pi) ** (reviewed - positive);
  const integral = (to: number) =>
    Array.from({ length: steps }, (_, i) => density(((i + 0.5) / steps) * to)).reduce((a, b) => a + b, 0) *
    (to / steps);
  return integral(x) / integral(1);
}

describe("a contradiction between an audit and what is said of the prior", () => {
  it.each([
    [0.2, { positive: 25, reviewed: 30 }],
    [0.5, { positive: 20, reviewed: 30 }],
    [0.4, { positive: 17, reviewed: 30 }],
    [0.3, { positive: 7, reviewed: 30 }],
    [0.002, { positive: 0, reviewed: 30 }],
    [0.002, { positive: 1, reviewed: 30 }],
    [0.9, { positive: 1, reviewed: 1 }],
  ])("is there for a bound of %d and %j exactly when its chance is below 1 %%", (high, audit) => {
    expect(contradictionOf({ high, audit }) !== null).toBe(chanceBelow(high, audit) < 0.01);
  });

  it("is there for a lower end and for a value that the audit excludes", () => {
    expect(contradictionOf({ low: 0.8, high: 1, audit: { positive: 3, reviewed: 30 } })).not.toBeNull();
    const found = contradictionOf({ value: 0.3, audit: { positive: 30, reviewed: 30 } });
    expect(found).toMatchObject({ said: "prior 0.3" });
    expect(found?.low).toBeGreaterThan(0.85);
  });

  it("is not there for a narrow range that holds what was found, nor without an audit", () => {
    expect(contradictionOf({ low: 0.3, high: 0.301, audit: { positive: 9, reviewed: 30 } })).toBeNull();
    expect(contradictionOf({ value: 0.3, audit: { positive: 9, reviewed: 30 } })).toBeNull();
    expect(contradictionOf({ high: 0.01 })).toBeNull();
  });

  it("takes a single set as it is: the audit is of the unlabeled part", () => {
    // Half of the bags are labelled, so that none found among 30 means a prior near one half.
    const audit = { positive: 0, reviewed: 30 };
    expect(contradictionOf({ value: 0.52, audit }, { labelled: 0.5 })).toBeNull();
    expect(contradictionOf({ value: 0.8, audit }, { labelled: 0.5 })).not.toBeNull();
  });
});
