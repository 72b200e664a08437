import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAudit, withAudit } from "../../../src/prior/belief/audit.js";
import { flatBelief } from "../../../src/prior/belief/belief.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { beliefQuantile } from "../../../src/scores/prior-belief.js";
import { FIXED } from "../../bags/make.js";
import { audit, expectClose } from "./beliefs.js";

/**
 * P(Beta(1 + k, 1 + n - k) <= x) is the chance of more than k successes in n + 1 trials with chance
 * x: a sum, no integral.
 */
function betaBelow(x: number, k: number, n: number): number {
  let term = (1 - x) ** (n + 1);
  let atMost = term;
  for (let j = 0; j < k; j++) {
    term *= ((n + 1 - j) / (j + 1)) * (x / (1 - x));
    atMost += term;
  }
  return 1 - atMost;
}

describe("an audit", () => {
  it("of k in n bags makes a flat belief Beta(1 + k, 1 + n - k)", () => {
    fc.assert(
      fc.property(audit, fc.constantFrom(0.05, 0.25, 0.5, 0.75, 0.95), ({ positive, reviewed }, share) => {
        const found = withAudit(flatBelief(), { positive, reviewed });
        expect(Math.abs(betaBelow(beliefQuantile(found, share), positive, reviewed) - share)).toBeLessThan(0.005);
        expect(describeBelief(found).mean).toBeCloseTo((1 + positive) / (2 + reviewed), 3);
      }),
      FIXED,
    );
  });

  it("in two parts is one audit", () => {
    fc.assert(
      fc.property(audit, audit, (one, other) => {
        const both = { positive: one.positive + other.positive, reviewed: one.reviewed + other.reviewed };
        expectClose(withAudit(withAudit(flatBelief(), one), other), withAudit(flatBelief(), both));
      }),
      FIXED,
    );
  });

  it("in the single-set scenario tells of the bags that were not labelled", () => {
    // 20 of 100 bags are labelled and half of the others positive: 60 of 100.
    const found = withAudit(flatBelief(), { positive: 500, reviewed: 1000 }, { labelled: 0.2 });
    expect(describeBelief(found).median).toBeCloseTo(0.6, 2);
    expect(Math.max(...found.weights.filter((_, i) => found.points[i] < 0.2))).toBe(0);
    const none = withAudit(flatBelief(), { positive: 0, reviewed: 1000 }, { labelled: 0.2 });
    expect(describeBelief(none).high).toBeLessThan(0.21);
  });

  it("has counts that can be", () => {
    checkAudit({ positive: 0, reviewed: 1 });
    expect(() => checkAudit({ positive: 31, reviewed: 30 })).toThrow(/31\/30 .*7\/30/);
    expect(() => checkAudit({ positive: 0, reviewed: 0 })).toThrow(expect.objectContaining({ code: "audit" }));
    expect(() => checkAudit({ positive: 1.5, reviewed: 3 })).toThrow(/whole numbers/);
    expect(() => checkAudit({ positive: -1, reviewed: 3 })).toThrow(/whole numbers/);
  });
});
