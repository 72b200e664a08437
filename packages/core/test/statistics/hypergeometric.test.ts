import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOfAtMost } from "../../src/statistics/hypergeometric.js";

/** Counts all draws of an urn, one by one. */
function byHand({ bags, positive, drawn }: { bags: number; positive: number; drawn: number }, most: number): number {
  let [fits, all] = [0, 0];
  for (let set = 0; set < 2 ** bags; set++) {
    const chosen = Array.from({ length: bags }, (_, i) => (set >> i) & 1);
    if (chosen.reduce((sum, each) => sum + each, 0) !== drawn) continue;
    all++;
    if (chosen.slice(0, positive).reduce((sum, each) => sum + each, 0) <= most) fits++;
  }
  return fits / all;
}

const urns = fc
  .record({ bags: fc.integer({ min: 1, max: 9 }), a: fc.nat(), b: fc.nat(), c: fc.nat() })
  .map(({ bags, a, b, c }) => ({
    urn: { bags, positive: a % (bags + 1), drawn: b % (bags + 1) },
    most: c % (bags + 1),
  }));

describe("the hypergeometric distribution", () => {
  it("is what counting all draws gives", () => {
    fc.assert(
      fc.property(urns, ({ urn, most }) => {
        expect(chanceOfAtMost(urn, most)).toBeCloseTo(byHand(urn, most), 10);
        expect(chanceOfAtMost(urn, 0)).toBeCloseTo(byHand(urn, 0), 10);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("does not underflow in large urns", () => {
    const urn = { bags: 100_000, positive: 20_000, drawn: 50_000 };
    expect(chanceOfAtMost(urn, 10_000)).toBeCloseTo(0.5, 1);
    expect(chanceOfAtMost(urn, 9_000)).toBeGreaterThan(0);
    expect(chanceOfAtMost(urn, 9_000)).toBeLessThan(1e-20);
  });
});
