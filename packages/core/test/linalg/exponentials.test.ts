import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { exp } from "../../src/base/portable-math.js";
import { BACKENDS, expectSameBits, randomVector } from "./support.js";

/** Where exp rounds, underflows or changes its way. */
const EDGES = [0, 1e-320, 1e-17, 0.34657359027997264, 0.3465735902799727, 0.5, 1, 36.7, 708.39, 708.4, 744.44, 745.1];
const FAR = [745.1332191019411, 745.1332191019412, 745.2, 746, 1e3, 1e308, Number.POSITIVE_INFINITY];

describe.each(BACKENDS)("exponentials of the back end $name", (la) => {
  const added = (total: Float64Array, x: Float64Array, width: number) => {
    const sum = total.slice();
    la.addExponentials(sum, x, width);
    return sum;
  };
  const wanted = (total: Float64Array, x: Float64Array, width: number) =>
    total.map((value, k) => value + exp(-x[k] / width));

  it("have the bits of the portable exp, at every edge and in any number", () => {
    const edges = Float64Array.from([...EDGES, ...FAR]);
    for (let count = 0; count <= edges.length; count++) {
      const x = edges.slice(edges.length - count);
      expectSameBits(added(new Float64Array(count), x, 1), wanted(new Float64Array(count), x, 1));
    }
    const numbers = fc
      .array(fc.double({ min: 0, noNaN: true }), { maxLength: 9 })
      .map((list) => Float64Array.from(list));
    const near = fc.array(fc.double({ min: 0, max: 800, noNaN: true }), { maxLength: 9 });
    const width = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(
        fc.oneof(
          numbers,
          near.map((list) => Float64Array.from(list)),
        ),
        width,
        (x, w) => {
          const total = randomVector(x.length);
          expectSameBits(added(total, x, w), wanted(total, x, w));
        },
      ),
      { seed: 1, numRuns: 3000 },
    );
  });

  it("of a rate are those of the portable exp, also in place", () => {
    const x = Float64Array.from([
      ...EDGES,
      ...FAR,
      Number.NaN,
      ...randomVector(20_001, 4).map((value) => 9 * value * value),
    ]);
    for (const rate of [1, 0.7, 3e-5, 123.4]) {
      const out = randomVector(x.length, 5);
      la.exponentials(x, rate, out);
      expectSameBits(
        out,
        x.map((value) => exp(-(rate * value))),
      );
      const own = x.slice();
      la.exponentials(own, rate, own);
      expectSameBits(own, out);
    }
    expect(() => la.exponentials(x, 1, new Float64Array(3))).toThrow(InputError);
  });

  it("of more numbers than visit the workspace at once are no others", () => {
    const x = randomVector(20_001, 2).map((value) => 40 * Math.abs(value));
    const total = randomVector(20_001, 3);
    expectSameBits(added(total, x, 0.7), wanted(total, x, 0.7));
  });

  it("keep NaN, and refuse lists of different lengths", () => {
    expect(added(new Float64Array(3), Float64Array.of(1, Number.NaN, 2), 1)[1]).toBeNaN();
    expect(() => added(new Float64Array(3), new Float64Array(2), 1)).toThrow(InputError);
  });
});
