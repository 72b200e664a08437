import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp, log, log1p } from "../../src/base/portable-math.js";

/** How far apart two doubles are, in units of the last place of the second. */
function ulps(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  const [x, y] = [a, b].map((value) => new BigInt64Array(Float64Array.of(value).buffer)[0]);
  return Math.abs(Number(x - y));
}

describe("the portable logarithm", () => {
  it("is within one unit in the last place of the engine's, also for subnormals", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5e-324, max: Number.MAX_VALUE, noNaN: true }),
        (x) => ulps(log(x), Math.log(x)) <= 1,
      ),
      { seed: 1, numRuns: 20_000 },
    );
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), (x) => ulps(log(x), Math.log(x)) <= 1),
      { seed: 2, numRuns: 20_000 },
    );
  });

  it.each([
    [1, 0],
    [0, Number.NEGATIVE_INFINITY],
    [-0, Number.NEGATIVE_INFINITY],
    [-1, Number.NaN],
    [Number.NaN, Number.NaN],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])("of %d is %d", (x, y) => {
    expect(log(x)).toBe(y);
  });

  it("is known to the bit, whatever the engine", () => {
    expect([log(0.25), log(7), log(1e-300), log(3)]).toEqual([
      -1.3862943611198906, 1.9459101490553132, -690.7755278982137, 1.0986122886681096,
    ]);
  });
});

describe("the portable logarithm of 1 + x", () => {
  it("is within two units in the last place of the engine's, also where x is tiny", () => {
    for (const [k, range] of [
      { min: 0, max: 1 },
      { min: 0, max: 1e-9 },
      { min: -0.5, max: 0 },
    ].entries()) {
      fc.assert(
        fc.property(fc.double({ ...range, noNaN: true }), (x) => ulps(log1p(x), Math.log1p(x)) <= 2),
        { seed: 5 + k, numRuns: 5000 },
      );
    }
  });
});

describe("the portable exponential", () => {
  it("is within one unit in the last place of the engine's", () => {
    fc.assert(
      fc.property(fc.double({ min: -745, max: 709.7, noNaN: true }), (x) => ulps(exp(x), Math.exp(x)) <= 1),
      { seed: 3, numRuns: 20_000 },
    );
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (x) => ulps(exp(x), Math.exp(x)) <= 1),
      { seed: 4, numRuns: 20_000 },
    );
  });

  it.each([
    [0, 1],
    [-0, 1],
    [1000, Number.POSITIVE_INFINITY],
    [-1000, 0],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.NaN, Number.NaN],
  ])("of %d is %d", (x, y) => {
    expect(exp(x)).toBe(y);
  });

  it("is known to the bit, whatever the engine", () => {
    expect([exp(2), exp(-1), exp(0.5), exp(-20), exp(700)]).toEqual([
      7.38905609893065, 0.36787944117144233, 1.6487212707001282, 2.061153622438558e-9, 1.0142320547350045e304,
    ]);
  });
});
