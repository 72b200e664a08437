import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decades, padded, powersOfTen, stepped, thinned, unique } from "../../src/figures/scales.js";

const settings = { seed: 1, numRuns: 200 };
const some = (low: number, high: number) =>
  fc.array(fc.double({ min: low, max: high, noNaN: true }), { minLength: 1, maxLength: 9 });

describe("the ranges of axes", () => {
  it("hold all values", () => {
    fc.assert(
      fc.property(some(-2, 2), (values) => {
        for (const [low, high] of [padded(values), stepped(values), stepped(values, 0.05)]) {
          expect(low).toBeLessThanOrEqual(Math.min(...values) + 1e-9);
          expect(high).toBeGreaterThanOrEqual(Math.max(...values) - 1e-9);
          expect(low).toBeLessThan(high);
        }
      }),
      settings,
    );
  });

  it("take no step more than needed, whatever the last bit", () => {
    expect(stepped([0.1 + 0.2, 0.7])).toEqual([0.3, 0.7]);
    expect(stepped([0.31, 0.69])).toEqual([0.3, 0.7]);
    expect(stepped([0.5])).toEqual([0.5, 0.6]);
    expect(stepped([Number.NaN])).toEqual([0, 1]);
  });

  it("are powers of ten on a log axis", () => {
    fc.assert(
      fc.property(some(1e-5, 1e5), (values) => {
        const [low, high] = decades(values);
        expect(low).toBeLessThanOrEqual(Math.min(...values));
        expect(high).toBeGreaterThan(Math.max(...values));
        expect([low, high].map((end) => end.toExponential().split("e")[0])).toEqual(["1", "1"]);
      }),
      settings,
    );
    expect(decades([-1, 0])).toEqual([0.001, 1]);
  });

  it("have at most six ticks there", () => {
    expect(powersOfTen([0.01, 10])).toEqual([0.01, 0.1, 1, 10]);
    expect(powersOfTen([0.00001, 1000])).toEqual([0.00001, 0.001, 0.1, 10, 1000]);
  });

  it("leave a single value room on both sides", () => {
    expect(padded([0.7])).toEqual([0.6, 0.7999999999999999]);
  });
});

it("keeps every tick where there is room, every second or third where there is not", () => {
  const values = [20, 40, 60, 80, 100, 120, 140, 160];
  expect(thinned(values, String, 500)).toEqual(values);
  expect(thinned(values, String, 165)).toEqual([20, 60, 100, 140]);
});

it("keeps different values in their first order", () => {
  expect(unique([3, 1, 3, 2, 1])).toEqual([3, 1, 2]);
});
