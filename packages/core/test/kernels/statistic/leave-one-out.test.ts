import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRows } from "../../../../bagwise/src/entries/linalg.js";
import { extremesOf, othersOf } from "../../../src/kernels/statistic/leave-one-out.js";
import { statisticsOf } from "../../../src/kernels/statistic/statistics.js";
import { withinBounds } from "../../../src/kernels/statistic/within-bounds.js";
import { bagSet } from "../../bags/make.js";

const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ min: -9, max: 9, noNaN: true }));
const rows = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 7 }));

describe("the statistic of a bag without each of its instances", () => {
  it("is that of the instances that are left", () => {
    fc.assert(
      fc.property(rows, (given) => {
        const bags = bagSet([[[...given[0]].fill(7)], given]);
        const bag = { data: bags.data, start: bags.startOf(1), size: given.length, width: bags.dimension };
        const extremes = extremesOf(bag);
        for (const [i] of given.entries()) {
          const wanted = statisticsOf("min-max-mean", bagSet([given.toSpliced(i, 1)])).data;
          const { low, high, mean } = othersOf(bag, extremes, i);
          for (const [c, value] of [...low, ...high, ...mean].entries()) expect(value).toBeCloseTo(wanted[c], 12);
        }
      }),
      { seed: 9, numRuns: 150 },
    );
  });

  it("names the single holder of an extreme, and nobody where several hold it", () => {
    const bags = bagSet([
      [
        [1, 0, -0],
        [3, 0, 0],
        [2, 5, 0],
      ],
    ]);
    const extremes = extremesOf({ data: bags.data, start: 0, size: 3, width: 3 });
    expect([...extremes.lowHolder]).toEqual([0, -1, -1]);
    expect([...extremes.highHolder]).toEqual([1, 2, -1]);
    expect([...extremes.lowNext]).toEqual([2, 0, 0]);
    expect([...extremes.highNext]).toEqual([2, 0, 0]);
  });

  it("has the mean within the extremes where nothing varies, whatever the rounding", () => {
    const bags = bagSet([[[0.1], [0.1], [0.1], [0.1]]]);
    const bag = { data: bags.data, start: 0, size: 4, width: 1 };
    const { low, high, mean } = othersOf(bag, extremesOf(bag), 0);
    expect([...low, ...high, ...mean]).toEqual([0.1, 0.1, 0.1]);
    const three = statisticsOf("min-max-mean", bagSet([[[0.1], [0.1], [0.1]]]));
    expect(three.data[2]).not.toBe(0.1);
    expect([...withinBounds(three).data]).toEqual([0.1, 0.1, 0.1]);
    expect([...withinBounds(fromRows([[1, 3, 2]])).data]).toEqual([1, 3, 2]);
  });
});
