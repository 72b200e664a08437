import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verdictOf } from "../../../bagwise/src/entries/lab.js";

describe("verdictOf", () => {
  it.each([
    [{ own: 0.9, changed: [], raised: 0.9 }, "respects"],
    [{ own: 0.99, changed: [], raised: 0.89 }, "weak"],
    [{ own: 0.89, changed: [], raised: 1 }, "weak"],
    [{ own: 0.51, changed: [], raised: 0 }, "weak"],
    [{ own: 0.5, changed: [], raised: 1 }, "breaks"],
    [{ own: 1, changed: [0.9], raised: null }, "respects"],
    [{ own: 1, changed: [1, 0.89], raised: null }, "weak"],
    [{ own: 1, changed: [0.5, 1], raised: null }, "breaks"],
    [{ own: 1, changed: [0.02], raised: null }, "breaks"],
    [{ own: 0.75, changed: [0.95], raised: null }, "respects"],
    [{ own: 0.74, changed: [0.1], raised: null }, "unclear"],
    [{ own: 0.6, changed: [1], raised: null }, "unclear"],
  ] as const)("takes %j for %s", (figures, verdict) => {
    expect(verdictOf(figures)).toBe(verdict);
  });

  it("never becomes worse when a figure of a method that has learned becomes better", () => {
    const rank = { breaks: 0, weak: 1, respects: 2, unclear: -1 };
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, fc.array(share, { maxLength: 3 }), (a, b, raised, others) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const of = (figure: number) => rank[verdictOf({ own: 0.8, changed: [...others, figure], raised })];
        expect(of(high)).toBeGreaterThanOrEqual(of(low));
      }),
      { seed: 3 },
    );
  });
});
