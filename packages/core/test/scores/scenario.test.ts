import { describe, expect, it } from "vitest";
import {
  labelledShare,
  positivesAmongUnlabeled,
  priorWithLabelled,
  sampleSize,
  scenarioIn,
  shareAmongUnlabeled,
  shareBesideLabelled,
} from "../../src/scores/scenario.js";

const counts = { positive: 2, unlabeled: 4, negative: 2 };

describe("two samples", () => {
  it("have the unlabeled bags as the sample, so that the prior is the share among them", () => {
    expect(sampleSize(counts, "case-control")).toBe(4);
    expect(labelledShare(counts, "case-control")).toBe(0);
    expect(shareAmongUnlabeled(counts, "case-control", 0.5)).toBe(0.5);
    expect(positivesAmongUnlabeled(counts, undefined, 0.5)).toBe(2);
  });
});

describe("a single set", () => {
  it("has all bags as the sample", () => {
    expect(sampleSize(counts, "single-set")).toBe(8);
    expect(labelledShare(counts, "single-set")).toBe(0.25);
  });

  it("leaves its labelled bags out of the share among the unlabeled ones", () => {
    // 4 of 8 bags are positive, 2 of these are labelled: 2 of the 4 unlabeled ones.
    expect(shareAmongUnlabeled(counts, "single-set", 0.5)).toBe(0.5);
    expect(shareAmongUnlabeled(counts, "single-set", 0.375)).toBe(0.25);
    expect(shareAmongUnlabeled(counts, "single-set", 0.1)).toBe(0);
    expect(positivesAmongUnlabeled(counts, "single-set", 0.375)).toBe(1);
    expect(positivesAmongUnlabeled(counts, "single-set", 1)).toBe(4);
  });

  it("gets the prior back from that share", () => {
    expect(priorWithLabelled(shareBesideLabelled(0.4, 0.25), 0.25)).toBeCloseTo(0.4, 15);
  });
});

describe("scenarioIn", () => {
  it("is what options name, and two samples where they name none", () => {
    expect(scenarioIn({ scenario: "single-set" })).toBe("single-set");
    expect(scenarioIn({})).toBe("case-control");
    expect(scenarioIn({ scenario: 3 })).toBe("case-control");
  });
});
