import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withAudit } from "../../../src/prior/belief/audit.js";
import {
  beliefExpectation,
  combine,
  flatBelief,
  pointBelief,
  startingBelief,
  withRange,
} from "../../../src/prior/belief/belief.js";
import { describeBelief } from "../../../src/prior/belief/summary.js";
import { BELIEF_GRID, type PriorBelief } from "../../../src/scores/prior-belief.js";
import { FIXED } from "../../bags/make.js";
import { audit, belief, close, expectClose } from "./beliefs.js";

const sum = ({ weights }: PriorBelief) => weights.reduce((a, b) => a + b, 0);

describe("a belief", () => {
  it("is flat over the middles of 200 cells when nothing is known", () => {
    expect(BELIEF_GRID).toHaveLength(200);
    expect([BELIEF_GRID[0], BELIEF_GRID[199]]).toEqual([0.0025, 0.9975]);
    const { mean, median, low, high, sd } = describeBelief(flatBelief());
    close(mean, 0.5);
    close(median, 0.5);
    close(low, 0.05);
    close(high, 0.95);
    expect(sd).toBeCloseTo(1 / Math.sqrt(12), 4);
  });

  it("before any data is Beta(2/3, 1): positives are usually the minority, and hardly a value is excluded", () => {
    const { points, weights } = startingBelief();
    close(sum(startingBelief()), 1);
    // The share of Beta(2/3, 1) below x is x^(2/3). A density that is steep at 0 lies a little higher in cells.
    let below = 0;
    for (const [k, weight] of weights.entries()) {
      below += weight;
      expect(Math.abs(below - ((k + 1) / 200) ** (2 / 3))).toBeLessThan(0.006);
    }
    const weightAt = (pi: number) => weights[points.findIndex((point) => point > pi)];
    expect(weightAt(0.1) / weightAt(0.7)).toBeCloseTo(1.9, 1);
    const { low, mean, high } = describeBelief(startingBelief());
    expect(low).toBeCloseTo(0.01, 1);
    expect(mean).toBeCloseTo(0.4, 2);
    expect(high).toBeCloseTo(0.93, 2);
  });

  it("survives JSON", () => {
    const before = withAudit(flatBelief(), { positive: 3, reviewed: 9 });
    expect(JSON.parse(JSON.stringify(before))).toEqual(before);
  });

  it("at a point is that point, whatever the evidence", () => {
    const point = withAudit(pointBelief(0.3017), { positive: 0, reviewed: 1000 });
    expect(point).toEqual({ points: [0.3017], weights: [1] });
    expect(describeBelief(point)).toMatchObject({ mean: 0.3017, median: 0.3017, low: 0.3017, high: 0.3017, sd: 0 });
    for (const pi of [0, 1, -1, Number.NaN]) expect(() => pointBelief(pi)).toThrow(/above 0 and below 1/);
  });

  it("has weights that sum to 1, a mean within its range and an interval around its median", () => {
    fc.assert(
      fc.property(belief, (found) => {
        close(sum(found), 1);
        const { mean, median, low, high } = describeBelief(found);
        const first = found.points[0] - 0.0025;
        const last = (found.points.at(-1) ?? 1) + 0.0025;
        for (const value of [mean, median, low, high]) {
          expect(value).toBeGreaterThanOrEqual(first - 1e-12);
          expect(value).toBeLessThanOrEqual(last + 1e-12);
        }
        expect(low).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(high);
      }),
      FIXED,
    );
  });

  it("takes evidence in any order", () => {
    fc.assert(
      fc.property(belief, audit, audit, (start, one, other) => {
        expectClose(withAudit(withAudit(start, one), other), withAudit(withAudit(start, other), one));
      }),
      FIXED,
    );
  });

  it("is the same when restricted before or after an audit", () => {
    const end = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(end, end, audit, (a, b, found) => {
        const range = { low: Math.min(a, b), high: Math.max(a, b) };
        fc.pre(range.high > 0 && range.low < 1);
        const first = withRange(flatBelief(), range);
        // An audit of many bags may leave nothing but zeros in a range far from it.
        expectClose(withAudit(first, found), withRange(withAudit(flatBelief(), found), range));
      }),
      FIXED,
    );
  });

  it("does not underflow, however small the likelihood", () => {
    const found = combine(flatBelief(), (pi) => -1e6 - 1e4 * (pi - 0.4) ** 2);
    close(describeBelief(found).mean, 0.4);
  });

  it("gives expectations that need no call where there is no weight", () => {
    const half = combine(flatBelief(), (pi) => (pi < 0.5 ? 0 : Number.NEGATIVE_INFINITY));
    const seen: number[] = [];
    close(
      beliefExpectation(half, (pi) => {
        seen.push(pi);
        return 4 * pi;
      }),
      1,
    );
    expect(Math.max(...seen)).toBeLessThan(0.5);
  });
});

describe("a range", () => {
  it("cuts exactly at edges of cells, and keeps proportions", () => {
    const { low, high, mean } = describeBelief(withRange(flatBelief(), { low: 0.1, high: 0.4 }));
    close(low, 0.115);
    close(high, 0.385);
    close(mean, 0.25);
  });

  it("between two points becomes its middle", () => {
    expect(withRange(flatBelief(), { low: 0.301, high: 0.302 }).points).toEqual([0.3015]);
    expect(withRange(flatBelief(), { low: 0, high: 0.002 }).points).toEqual([0.001]);
    expect(withRange(flatBelief(), { low: 0.998, high: 1 }).points).toEqual([0.999]);
  });

  it("that leaves nothing, or is none, is an error", () => {
    const low = withRange(flatBelief(), { high: 0.2 });
    expect(() => withRange(low, { low: 0.5 })).toThrow(expect.objectContaining({ code: "prior-contradiction" }));
    expect(() => withRange(pointBelief(0.3), { high: 0.2 })).toThrow(
      expect.objectContaining({ code: "prior-contradiction" }),
    );
    expect(() => withRange(low, { low: 0.4, high: 0.1 })).toThrow(/a range within 0\.\.1/);
    expect(() => combine(low, () => Number.NEGATIVE_INFINITY)).toThrow(
      expect.objectContaining({ code: "prior-contradiction" }),
    );
    expect(() => combine(low, () => Number.NaN)).toThrow(RangeError);
  });
});

describe("the interval of a belief", () => {
  it("goes to an end that is likelier than every other value, and nowhere else", () => {
    expect(describeBelief(withAudit(flatBelief(), { positive: 0, reviewed: 30 })).low).toBeCloseTo(0, 12);
    expect(describeBelief(withAudit(flatBelief(), { positive: 30, reviewed: 30 })).high).toBeCloseTo(1, 12);
    const half = withRange(withAudit(flatBelief(), { positive: 2, reviewed: 30 }), { low: 0.5 });
    expect(describeBelief(half).low).toBeCloseTo(0.5, 12);
    expect(describeBelief(withAudit(flatBelief(), { positive: 1, reviewed: 30 })).low).toBeGreaterThan(0.005);
    // All values are equally likely: 5 % are left off at each end.
    expect(describeBelief(flatBelief())).toMatchObject({ low: expect.closeTo(0.05, 9), high: expect.closeTo(0.95, 9) });
  });
});
