import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isProbabilityRanges,
  type ProbabilityRanges,
  rangeOf,
  rangesAt,
} from "../../../src/prior/belief/probability-ranges.js";
import { FIXED } from "../../bags/make.js";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** Probabilities with ends that do not fall, as a model has them; some are nearly the same. */
const given = fc.array(fc.tuple(share, share, share), { minLength: 1, maxLength: 30 }).map((rows) => ({
  probabilities: ascending(rows.flatMap(([p], k) => (k % 3 === 0 ? [p, p + (1 - p) * 1e-6] : [p]))),
  low: ascending(rows.flatMap(([, a, b], k) => (k % 3 === 0 ? [Math.min(a, b), Math.min(a, b)] : [Math.min(a, b)]))),
  high: ascending(rows.flatMap(([, a, b], k) => (k % 3 === 0 ? [Math.max(a, b), Math.max(a, b)] : [Math.max(a, b)]))),
}));
const made = given.map(({ probabilities, low, high }) => rangesAt(probabilities, low, high));

describe("the ranges of probabilities", () => {
  it("contain their probability, and do not fall", () => {
    fc.assert(
      fc.property(made, ({ probabilities, low, high }) => {
        for (const [k, probability] of probabilities.entries()) {
          expect(low[k]).toBeLessThanOrEqual(probability);
          expect(high[k]).toBeGreaterThanOrEqual(probability);
          if (k === 0) continue;
          expect(probability).toBeGreaterThan(probabilities[k - 1]);
          expect(low[k]).toBeGreaterThanOrEqual(low[k - 1]);
          expect(high[k]).toBeGreaterThanOrEqual(high[k - 1]);
        }
      }),
      FIXED,
    );
  });

  it("keep what was given to four digits, and the widest of probabilities that are then the same", () => {
    const found = rangesAt([0.2, 0.200001, 0.6], [0.1, 0.15, 0.3], [0.31234567, 0.4, 0.5]);
    expect(found).toEqual({ probabilities: [0.2, 0.6], low: [0.1, 0.3], high: [0.4, 0.6] });
  });

  it("are such lists, also when they were stored", () => {
    fc.assert(
      fc.property(made, (ranges) => {
        expect(isProbabilityRanges(ranges)).toBe(true);
        const stored = JSON.parse(JSON.stringify(ranges));
        expect(isProbabilityRanges(stored)).toBe(true);
        expect(stored).toEqual(ranges);
      }),
      FIXED,
    );
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["no object", 0.5],
    ["no lists", {}],
    ["empty lists", { probabilities: [], low: [], high: [] }],
    ["a missing list", { probabilities: [0.2], low: [0.1] }],
    ["no numbers", { probabilities: [0.2], low: ["x"], high: [0.3] }],
    ["a share above 1", { probabilities: [0.2], low: [0.1], high: [1.3] }],
    ["a share that is not a number", { probabilities: [Number.NaN], low: [0.1], high: [0.3] }],
    ["lists of other lengths", { probabilities: [0.2, 0.4], low: [0.1], high: [0.3, 0.5] }],
    ["probabilities that do not ascend", { probabilities: [0.4, 0.4], low: [0.1, 0.1], high: [0.5, 0.5] }],
  ])("are not: %s", (_, value) => {
    expect(isProbabilityRanges(value)).toBe(false);
  });
});

describe("the range of a probability", () => {
  it("contains it and stays within 0 and 1, wherever it lies", () => {
    fc.assert(
      fc.property(made, share, (ranges, probability) => {
        const { low, high } = rangeOf(ranges, probability);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(probability);
        expect(high).toBeGreaterThanOrEqual(probability);
        expect(high).toBeLessThanOrEqual(1);
      }),
      FIXED,
    );
  });

  it("does not fall for a higher probability", () => {
    fc.assert(
      fc.property(made, share, share, (ranges, a, b) => {
        const [one, other] = [Math.min(a, b), Math.max(a, b)].map((probability) => rangeOf(ranges, probability));
        expect(other.low).toBeGreaterThanOrEqual(one.low - 1e-12);
        expect(other.high).toBeGreaterThanOrEqual(one.high - 1e-12);
      }),
      FIXED,
    );
  });

  const ranges: ProbabilityRanges = { probabilities: [0.2, 0.4, 0.8], low: [0.1, 0.2, 0.7], high: [0.3, 0.6, 0.9] };
  it.each([
    [0.2, 0.1, 0.3],
    [0.4, 0.2, 0.6],
    [0.3, 0.15, 0.45],
    [0.7, 0.575, 0.825],
    // Beyond the ends the range of the end stays, but for the probability itself.
    [0.05, 0.05, 0.3],
    [0.15, 0.1, 0.3],
    [0.85, 0.7, 0.9],
    [0.95, 0.7, 0.95],
  ])("of %f is linear between those that are known: %f to %f", (probability, low, high) => {
    const found = rangeOf(ranges, probability);
    expect(found.low).toBeCloseTo(low, 12);
    expect(found.high).toBeCloseTo(high, 12);
  });

  it("is the only one if there is one", () => {
    const one = { probabilities: [0.3], low: [0.2], high: [0.5] };
    expect(rangeOf(one, 0.3)).toEqual({ low: 0.2, high: 0.5 });
    expect(rangeOf(one, 0.4)).toEqual({ low: 0.2, high: 0.5 });
  });
});
