import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeHistogram, summarise } from "../../src/bags/summary.js";
import { anyBags, bagSet, FIXED, shuffled } from "./make.js";

describe("summarise", () => {
  it("counts bags by label, instances, features and groups", () => {
    const bags = bagSet(
      [
        [[1, 2]],
        [
          [3, 4],
          [5, 6],
        ],
        [],
      ],
      {
        labels: ["positive", "unlabeled", "negative"],
        groups: ["a", "b", "a"],
      },
    );
    expect(summarise(bags)).toEqual({
      bags: 3,
      positive: 1,
      unlabeled: 1,
      negative: 1,
      instances: 3,
      features: 2,
      bagSize: {
        min: 0,
        median: 1,
        mean: 1,
        max: 2,
        histogram: [
          { from: 0, to: 0, bags: 1 },
          { from: 1, to: 1, bags: 1 },
          { from: 2, to: 2, bags: 1 },
        ],
      },
      groups: 2,
    });
  });

  it("has zeros and no bins for no bags, and null for no groups", () => {
    const summary = summarise(bagSet([], { features: ["f"] }));
    expect(summary.bagSize).toEqual({ min: 0, median: 0, mean: 0, max: 0, histogram: [] });
    expect(summary.groups).toBeNull();
  });

  it("does not depend on the order of the bags", () => {
    fc.assert(
      fc.property(
        anyBags({ minBags: 1 }).chain((bags) => fc.tuple(fc.constant(bags), shuffled([...Array(bags.size).keys()]))),
        ([bags, order]) => {
          expect(summarise(bags.subset(order))).toEqual(summarise(bags));
        },
      ),
      FIXED,
    );
  });
});

describe("sizeHistogram", () => {
  const limits = (sizes: number[]) =>
    sizeHistogram(sizes).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));

  it("has one bin per size when there are few sizes", () => {
    expect(limits([3, 5, 8])).toEqual(["3", "4", "5", "6", "7", "8"]);
  });

  it("has bins of a round width when there are more", () => {
    expect(limits([2, 40])).toEqual(["1-5", "6-10", "11-15", "16-20", "21-25", "26-30", "31-35", "36-40"]);
  });

  it("has bins that double when sizes differ widely, and tenfold ones when very widely", () => {
    expect(limits([1, 1044]).slice(0, 4)).toEqual(["1", "2-3", "4-7", "8-15"]);
    expect(limits([1, 1_000_000])).toEqual([
      "1-9",
      "10-99",
      "100-999",
      "1000-9999",
      "10000-99999",
      "100000-999999",
      "1000000-9999999",
    ]);
  });

  it("covers every bag once in at most 14 adjoining bins", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(20), fc.nat(5000), fc.nat(1e6)), { minLength: 1, maxLength: 50 }),
        (sizes) => {
          const bins = sizeHistogram(Float64Array.from(sizes).sort());
          expect(bins.reduce((sum, { bags }) => sum + bags, 0)).toBe(sizes.length);
          expect(bins.length).toBeLessThanOrEqual(14);
          for (const { from, to, bags } of bins) expect(sizes.filter((n) => n >= from && n <= to).length).toBe(bags);
          const filled = bins.filter(({ from }) => from > 0);
          for (let k = 1; k < filled.length; k++) expect(filled[k].from).toBe(filled[k - 1].to + 1);
          if (filled.length > 0) expect(Math.min(filled[0].bags, filled[filled.length - 1].bags)).toBeGreaterThan(0);
        },
      ),
      FIXED,
    );
  });
});
