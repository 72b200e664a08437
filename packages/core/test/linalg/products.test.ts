import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { linearAlgebra } from "../../src/linalg/backend.js";
import { fromRows, matrix } from "../../src/linalg/matrix.js";
import {
  at,
  BACKENDS,
  bruteForce,
  expectProduct,
  expectSameBits,
  flip,
  randomMatrix,
  randomVector,
  SIZES,
} from "./support.js";

describe("linearAlgebra", () => {
  it("chooses the SIMD back end in Node and in today's browsers", () => {
    expect(linearAlgebra().name).toBe("simd");
    expect(linearAlgebra({ backend: "plain" }).name).toBe("plain");
  });

  it("is one object for each back end", () => {
    expect(linearAlgebra()).toBe(linearAlgebra({ backend: "simd" }));
    expect(linearAlgebra({ backend: "plain" })).toBe(linearAlgebra({ backend: "plain" }));
  });
});

describe.each(BACKENDS)("products of the back end $name", (la) => {
  it("agree with three loops for all small shapes", () => {
    for (const m of SIZES) {
      for (const n of [0, 1, 3, 4, 6, 33]) {
        for (const k of [0, 1, 2, 5, 8, 31]) {
          const a = randomMatrix(m, k, 1);
          const b = randomMatrix(n, k, 2);
          expectProduct(la.gemmNT(a, b), a, flip(b));
          expectProduct(la.gemm(a, flip(b)), a, flip(b));
          expectProduct(la.gemmTN(flip(a), flip(b)), a, flip(b));
        }
      }
    }
  });

  it.each([
    [3, 130, 255],
    [127, 5, 256],
    [129, 6, 257],
    [511, 3, 9],
    [513, 2, 8],
    [2, 515, 514],
    [4, 512, 768],
  ])("agree with three loops at the edges of blocks: %i x %i x %i", (m, n, k) => {
    const a = randomMatrix(m, k, 3);
    const b = randomMatrix(k, n, 4);
    expectProduct(la.gemm(a, b), a, b);
    expectProduct(la.gemmNT(a, flip(b)), a, b);
    expectSameBits(la.gemmTN(flip(a), b).data, la.gemm(a, b).data);
  });

  it("add up in the order that the kernel promises, to the last bit", () => {
    const a = randomMatrix(5, 600, 5);
    const b = randomMatrix(6, 600, 6);
    const got = la.gemmNT(a, b);
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 6; j++) {
        let total = 0;
        for (let from = 0; from < 600; from += 256) {
          let sum = 0;
          for (let k = from; k < Math.min(600, from + 256); k++) sum += at(a, i, k) * at(b, j, k);
          total += sum;
        }
        expect(at(got, i, j)).toBe(total);
      }
    }
  });

  it("do not depend on how rows are batched, nor on whether a vector or a matrix is multiplied", () => {
    const a = randomMatrix(530, 300, 7);
    const b = randomMatrix(13, 300, 8);
    const whole = la.gemmNT(a, b);
    for (const [from, to] of [
      [0, 1],
      [1, 4],
      [509, 530],
    ]) {
      const part = matrix(to - from, 300, a.data.slice(from * 300, to * 300));
      expectSameBits(la.gemmNT(part, b).data, whole.data.slice(from * 13, to * 13));
    }
    const row = a.data.slice(3 * 300, 4 * 300);
    expectSameBits(la.gemv(b, row), whole.data.slice(3 * 13, 4 * 13));
    expectSameBits(la.gemvT(flip(b), row), whole.data.slice(3 * 13, 4 * 13));
  });

  it("of a matrix with its own transpose are exactly symmetric and equal to the general product", () => {
    for (const [m, k] of [...SIZES.map((size) => [size, 6]), [70, 300], [515, 5]]) {
      const a = randomMatrix(m, k, 9);
      expectSameBits(la.syrk(a).data, la.gemmNT(a, a).data);
      expectSameBits(la.syrk(a).data, flip(la.syrk(a)).data);
    }
  });

  it("with weights agree with three loops, and rows of weight 0 are as if they were not there", () => {
    for (const [m, n] of [...SIZES.map((size) => [size, 5]), [300, 7], [40, 131], [600, 3], [2, 514]]) {
      const a = randomMatrix(m, n, 10);
      const weights = randomVector(m, 11).map((value, i) => (i % 3 === 1 ? 0 : value));
      const weighted = matrix(
        m,
        n,
        a.data.map((value, k) => value * weights[Math.floor(k / n)]),
      );
      const got = la.weightedSyrk(a, weights);
      expectProduct(got, flip(weighted), a);
      expectSameBits(got.data, flip(got).data);

      const kept = Array.from(weights.keys()).filter((i) => weights[i] !== 0);
      const rows = kept.map((i) => a.data.slice(i * n, i * n + n));
      const smaller = kept.length === 0 ? matrix(0, n) : fromRows(rows);
      const alone = la.weightedSyrk(
        smaller,
        Float64Array.from(kept, (i) => weights[i]),
      );
      expectSameBits(got.data, alone.data);
    }
  });

  it("leave out what stands in rows of weight 0, even NaN", () => {
    const a = fromRows([
      [1, 2],
      [Number.NaN, Number.POSITIVE_INFINITY],
    ]);
    expect(la.weightedSyrk(a, Float64Array.of(2, 0)).data).toEqual(Float64Array.of(2, 4, 4, 8));
  });

  it("with a vector agree with three loops for all shapes", () => {
    for (const m of [...SIZES, 300]) {
      for (const n of [...SIZES, 257]) {
        const a = randomMatrix(m, n, 12);
        const x = randomVector(n, 13);
        const y = randomVector(m, 14);
        expectProduct(matrix(m, 1, la.gemv(a, x)), a, matrix(n, 1, x));
        expectProduct(matrix(n, 1, la.gemvT(a, y)), flip(a), matrix(m, 1, y));
      }
    }
  });

  it("are written to the place given, whatever was there", () => {
    const a = randomMatrix(5, 7, 15);
    const b = randomMatrix(6, 7, 16);
    const out = matrix(5, 6, new Float64Array(30).fill(Number.NaN));
    expect(la.gemmNT(a, b, { out })).toBe(out);
    expectSameBits(out.data, la.gemmNT(a, b).data);
    const y = new Float64Array(5).fill(Number.NaN);
    expect(la.gemv(a, b.data.slice(0, 7), { out: y })).toBe(y);
    expectSameBits(y, la.gemv(a, b.data.slice(0, 7)));
  });

  it("let NaN and Infinity through, only where they belong", () => {
    const a = randomMatrix(9, 6, 17);
    const b = randomMatrix(7, 6, 18);
    const clean = la.gemmNT(a, b);
    a.data[2 * 6 + 3] = Number.NaN;
    b.data[5 * 6 + 1] = Number.POSITIVE_INFINITY;
    const got = la.gemmNT(a, b);
    for (let i = 0; i < 9; i++) {
      for (let j = 0; j < 7; j++) {
        if (i === 2) expect(at(got, i, j)).toBeNaN();
        else if (j === 5) expect(at(got, i, j)).toBe(Math.sign(at(a, i, 1)) * Number.POSITIVE_INFINITY);
        else expect(at(got, i, j)).toBe(at(clean, i, j));
      }
    }
  });

  it("are associative and distributive within rounding, for any shapes", () => {
    const size = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(size, size, size, size, fc.nat(), (m, n, k, l, seed) => {
        const a = randomMatrix(m, k, seed);
        const b = randomMatrix(k, l, seed + 1);
        const c = randomMatrix(l, n, seed + 2);
        const left = la.gemm(la.gemm(a, b), c);
        const right = la.gemm(a, la.gemm(b, c));
        for (let i = 0; i < m * n; i++) expect(Math.abs(left.data[i] - right.data[i])).toBeLessThan(1e-13 * k * l);
        const other = randomMatrix(k, l, seed + 3);
        const sum = matrix(
          k,
          l,
          b.data.map((value, i) => value + other.data[i]),
        );
        const apart = la.gemm(a, other).data.map((value, i) => value + bruteForce(a, b).value.data[i]);
        const together = la.gemm(a, sum).data;
        for (let i = 0; i < m * l; i++) expect(Math.abs(apart[i] - together[i])).toBeLessThan(1e-13 * k);
      }),
      { seed: 20, numRuns: 50 },
    );
  });

  it("of shapes that do not fit are an InputError that says which", () => {
    const a = randomMatrix(2, 3);
    const b = randomMatrix(2, 4);
    expect(() => la.gemmNT(a, b)).toThrow(/^gemmNT: .* 3, .* 4\b/);
    expect(() => la.gemm(a, b)).toThrow(InputError);
    expect(() => la.gemmTN(a, randomMatrix(3, 4))).toThrow(/^gemmTN: .* 2, .* 3\b/);
    expect(() => la.weightedSyrk(a, new Float64Array(3))).toThrow(InputError);
    expect(() => la.gemv(a, new Float64Array(2))).toThrow(InputError);
    expect(() => la.gemvT(a, new Float64Array(3))).toThrow(InputError);
    expect(() => la.gemmNT(a, a, { out: matrix(2, 3) })).toThrow(InputError);
    expect(() => la.gemv(a, new Float64Array(3), { out: new Float64Array(3) })).toThrow(InputError);
  });

  it("are never written over an operand", () => {
    const a = randomMatrix(3, 3);
    const overlap = expect.objectContaining({ code: "overlap" });
    expect(() => la.gemmNT(a, a, { out: a })).toThrow(overlap);
    expect(() => la.gemv(a, new Float64Array(3), { out: a.data.subarray(3, 6) })).toThrow(overlap);
    const both = new Float64Array(6);
    expect(la.gemv(a, both.subarray(0, 3), { out: both.subarray(3) })).toEqual(new Float64Array(3));
  });
});

describe("the two back ends", () => {
  const [simd, plain] = BACKENDS;

  it("give the same bits for products of any shape", () => {
    const size = fc.integer({ min: 0, max: 70 });
    const depth = fc.oneof(size, fc.integer({ min: 250, max: 530 }));
    fc.assert(
      fc.property(size, size, depth, fc.nat(), (m, n, k, seed) => {
        const a = randomMatrix(m, k, seed);
        const b = randomMatrix(n, k, seed + 1);
        expectSameBits(simd.gemmNT(a, b).data, plain.gemmNT(a, b).data);
        expectSameBits(simd.gemm(a, flip(b)).data, plain.gemm(a, flip(b)).data);
        expectSameBits(simd.gemmTN(flip(a), flip(b)).data, plain.gemmTN(flip(a), flip(b)).data);
        expectSameBits(simd.syrk(a).data, plain.syrk(a).data);
        const weights = randomVector(k, seed + 2);
        expectSameBits(simd.weightedSyrk(flip(a), weights).data, plain.weightedSyrk(flip(a), weights).data);
      }),
      { seed: 21, numRuns: 60 },
    );
  });

  it("give the same bits across several blocks", () => {
    const a = randomMatrix(530, 270, 22);
    const b = randomMatrix(520, 270, 23);
    expectSameBits(simd.gemmNT(a, b).data, plain.gemmNT(a, b).data);
    expectSameBits(simd.syrk(a).data, plain.syrk(a).data);
  });
});
