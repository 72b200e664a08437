import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highestOfBags, overRows, rowsOfBags } from "../../../src/learners/shared/bag-rows.js";

const OFFSETS = Uint32Array.of(0, 2, 2, 3, 6);

describe("rowsOfBags", () => {
  it("gives the rows of the bags in the order of the bags", () => {
    expect([...rowsOfBags(OFFSETS, Uint32Array.of(3, 1, 0))]).toEqual([3, 4, 5, 0, 1]);
    expect([...rowsOfBags(OFFSETS, Uint32Array.of())]).toEqual([]);
  });
});

describe("overRows", () => {
  it("gives every row what its bag has, a negative number too", () => {
    expect([...overRows(OFFSETS, (bag) => bag - 2)]).toEqual([-2, -2, 0, 1, 1, 1]);
  });
});

describe("highestOfBags", () => {
  it("is the maximum of each slice", () => {
    const bags = fc.array(fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(bags, (rows) => {
        const offsets = new Uint32Array(rows.length + 1);
        for (const [i, { length }] of rows.entries()) offsets[i + 1] = offsets[i] + length;
        expect([...highestOfBags(offsets, Float64Array.from(rows.flat()))]).toEqual(
          rows.map((each) => Math.max(...each)),
        );
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it("is -Infinity for an empty bag, and not a number where a row is none", () => {
    expect([...highestOfBags(OFFSETS, Float64Array.of(1, Number.NaN, -3, 4, 6, 5))]).toEqual([
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      -3,
      6,
    ]);
  });

  it("has the bags from a later one on when the offsets begin there", () => {
    expect([...highestOfBags(OFFSETS.subarray(2), Float64Array.of(9, 9, -3, 4, 6, 5))]).toEqual([-3, 6]);
  });
});
