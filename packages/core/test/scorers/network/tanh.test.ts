import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../../src/base/portable-math.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { tanhOf } from "../../../src/scorers/network/tanh.js";
import { expectSameBits, randomMatrix, randomVector } from "../../linalg/support.js";

/** Where e^2z rounds, or changes its way, and where the result no longer changes. */
const EDGES = [
  0, 1e-320, 1e-17, 0.17328679513998632, 0.17328679513998635, 0.25, 0.5, 18.3, 19, 49.9, 50, 50.1, 355, 1e308,
];
const SIGNED = [...EDGES, Number.POSITIVE_INFINITY].flatMap((z) => [z, -z]);

describe.each([true, false])("tanh of the values of a layer, with SIMD: %s", (simd) => {
  const found = (values: ArrayLike<number>, cols: number, bias: Float64Array = new Float64Array(cols)) => {
    const own = matrix(values.length / cols, cols, Float64Array.from(values));
    tanhOf(own, bias, { simd });
    return own.data;
  };
  const wanted = (values: Float64Array<ArrayBufferLike>, cols: number, bias: Float64Array = new Float64Array(cols)) =>
    values.map((z, k) => 1 - 2 / (1 + exp(2 * (z + bias[k % cols]))));

  it("has the bits of the portable exp, at every edge and in any number", () => {
    for (let count = 1; count <= SIGNED.length; count++) {
      const values = Float64Array.from(SIGNED.slice(-count));
      expectSameBits(found(values, count), wanted(values, count));
    }
    const numbers = fc.array(fc.oneof(fc.double({ noNaN: true }), fc.double({ min: -30, max: 30, noNaN: true })), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(numbers, (list) => {
        const values = Float64Array.from(list);
        expectSameBits(found(values, 1), wanted(values, 1));
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  it("rounds as Math.round does next to every half power of two", () => {
    const near = Array.from({ length: 60 }, (_, k) => ((k - 30 + 0.5) * Math.LN2) / 2);
    const values = Float64Array.from(
      near.flatMap((z) => [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((n) => z * (1 + n * 2 ** -52))),
    );
    expectSameBits(found(values, 3), wanted(values, 3));
  });

  it("adds the bias of its column, in layers of any shape", () => {
    for (const [rows, cols] of [
      [3, 1],
      [5, 2],
      [4, 3],
      [0, 4],
      [7, 5],
      [700, 48],
      [301, 33],
      [3, 9000],
    ]) {
      const values = randomMatrix(rows, cols, rows).data;
      const bias = randomVector(cols, cols);
      expectSameBits(found(values, cols, bias), wanted(values, cols, bias));
    }
  });

  // 1 + e^2z may be off by half a unit, which counts twice; the rest is rounded less.
  it("is close to that of the engine, and keeps what is not a number", () => {
    const values = randomVector(1000, 4).map((z) => 5 * z);
    for (const [k, value] of found(values, 10).entries())
      expect(Math.abs(value - Math.tanh(values[k]))).toBeLessThan(6e-16);
    expect(found([Number.NaN, 1], 2)[0]).toBeNaN();
  });
});
