import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { fromRows, identity, matrix } from "../../src/linalg/matrix.js";
import {
  at,
  BACKENDS,
  bruteForce,
  expectSameBits,
  flip,
  largest,
  largestDifference,
  positiveDefinite,
  randomMatrix,
  randomVector,
  SIZES,
} from "./support.js";

describe.each(BACKENDS)("cholesky of the back end $name", (la) => {
  it("gives a lower triangle whose product with its transpose is the matrix", () => {
    for (const n of [...SIZES, 64, 130]) {
      const a = positiveDefinite(n, n);
      const factor = la.cholesky(a);
      expect(factor.status).toBe("factored");
      expect([factor.size, factor.replacedPivots, factor.failedRow, factor.usable]).toEqual([n, 0, -1, true]);
      const l = factor.lower();
      for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) expect(at(l, i, j)).toBe(0);
      expect(largestDifference(bruteForce(l, flip(l)).value, a)).toBeLessThanOrEqual((n + 3) * 2e-16 * largest(a));
    }
  });

  it("solves for a vector with a residual of rounding size", () => {
    for (const n of [...SIZES, 64, 181]) {
      const a = positiveDefinite(n, n + 1);
      const b = randomVector(n, 3);
      const x = la.cholesky(a).solve(b);
      const residual = largestDifference(bruteForce(a, matrix(n, 1, x)).value, b);
      expect(residual).toBeLessThanOrEqual(1e-14 * (1 + n * largest(a) * largest(x)));
    }
  });

  it("solves for many right-hand sides with the same bits as for each alone", () => {
    const n = 37;
    const factor = la.cholesky(positiveDefinite(n));
    for (const cols of [0, 1, 3, 4, 5, 9]) {
      const b = randomMatrix(n, cols, 4);
      const x = factor.solveMatrix(b);
      for (let j = 0; j < cols; j++) {
        const column = Float64Array.from({ length: n }, (_, i) => at(b, i, j));
        const alone = factor.solve(column);
        expectSameBits(
          alone,
          Float64Array.from({ length: n }, (_, i) => at(x, i, j)),
        );
      }
    }
  });

  it("solves in place", () => {
    const factor = la.cholesky(positiveDefinite(9));
    const b = randomVector(9);
    const x = factor.solve(b);
    expect(factor.solve(b, { out: b })).toBe(b);
    expectSameBits(b, x);
    const many = randomMatrix(9, 6);
    const solved = factor.solveMatrix(many);
    expectSameBits(factor.solveMatrix(many, { out: many }).data, solved.data);
  });

  it("reads only the diagonal and what is below it", () => {
    const a = positiveDefinite(11);
    const damaged = matrix(11, 11, a.data.slice());
    for (let i = 0; i < 11; i++) for (let j = i + 1; j < 11; j++) damaged.data[i * 11 + j] = Number.NaN;
    expectSameBits(la.cholesky(damaged).lower().data, la.cholesky(a).lower().data);
  });

  it("keeps its factor while others are made and products are computed", () => {
    const a = positiveDefinite(21, 1);
    const b = randomVector(21);
    const first = la.cholesky(a);
    const x = first.solve(b);
    const second = la.cholesky(positiveDefinite(40, 2));
    la.gemmNT(randomMatrix(600, 30), randomMatrix(600, 30));
    expectSameBits(first.solve(b), x);
    second.solve(randomVector(40));
    la.cholesky(positiveDefinite(300, 3));
    expectSameBits(first.solve(b), x);
  });

  it("overwrites a factor that may be reused, also with another size", () => {
    const factor = la.cholesky(positiveDefinite(20, 1));
    for (const n of [20, 7, 33]) {
      const a = positiveDefinite(n, 5);
      expect(la.cholesky(a, { reuse: factor })).toBe(factor);
      expectSameBits(factor.solve(randomVector(n)), la.cholesky(a).solve(randomVector(n)));
    }
    la.cholesky(fromRows([[-1]]), { reuse: factor });
    expect(factor.usable).toBe(false);
    la.cholesky(fromRows([[4]]), { reuse: factor });
    expect(factor.solve(Float64Array.of(8))).toEqual(Float64Array.of(2));
  });

  it("factors a scaled matrix plus a diagonal without forming it", () => {
    const a = positiveDefinite(13);
    const diagonal = randomVector(13).map((value) => value * value);
    const sum = matrix(
      13,
      13,
      a.data.map((value, k) => 0.3 * value + (k % 14 === 0 ? diagonal[k / 14] : 0)),
    );
    expectSameBits(la.cholesky(a, { scale: 0.3, diagonal }).lower().data, la.cholesky(sum).lower().data);
  });

  it("knows the logarithm of the determinant", () => {
    const a = fromRows([
      [4, 2],
      [2, 5],
    ]);
    expect(la.cholesky(a).logDeterminant()).toBeCloseTo(Math.log(16), 14);
    expect(la.cholesky(matrix(0, 0)).logDeterminant()).toBe(0);
    // A determinant of 1e-600 is below the smallest number; its logarithm is not.
    const small = matrix(
      100,
      100,
      identity(100).data.map((value) => value * 1e-6),
    );
    expect(la.cholesky(small).logDeterminant()).toBeCloseTo(-600 * Math.LN10, 9);
  });

  it("solves ill-conditioned systems with a small residual", () => {
    for (const n of [5, 9, 12]) {
      // Hilbert's matrix: condition number 5e5, 5e11, 2e16.
      const a = matrix(
        n,
        n,
        Float64Array.from({ length: n * n }, (_, k) => 1 / (1 + (k % n) + Math.floor(k / n))),
      );
      const b = bruteForce(a, matrix(n, 1, new Float64Array(n).fill(1))).value.data;
      const x = la.cholesky(a).solve(b);
      expect(largestDifference(bruteForce(a, matrix(n, 1, x)).value, b)).toBeLessThan(1e-14 * (1 + largest(x)));
    }
  });

  it("names the row of the first pivot that is not positive, and solves to NaN", () => {
    for (const [n, bad] of [
      [1, 0],
      [6, 3],
      [23, 17],
    ]) {
      const a = identity(n);
      a.data[bad * n + bad] = -1;
      const factor = la.cholesky(a);
      expect([factor.status, factor.failedRow, factor.usable]).toEqual(["not-positive-definite", bad, false]);
      expect(factor.solve(new Float64Array(n)).every(Number.isNaN)).toBe(true);
      expect(factor.logDeterminant()).toBeNaN();
    }
    const zero = la.cholesky(matrix(3, 3));
    expect([zero.status, zero.failedRow]).toEqual(["not-positive-definite", 0]);
  });

  it("replaces pivots that are not positive and counts them; their components become 0", () => {
    // The second and the third row are the same: of such a pair one pivot is 0 or a rounding error.
    const a = fromRows([
      [2, 1, 1, 0],
      [1, 4, 4, 1],
      [1, 4, 4, 1],
      [0, 1, 1, 3],
    ]);
    const factor = la.cholesky(a, { replacePivots: { upTo: 1e-12 } });
    expect([factor.status, factor.replacedPivots]).toEqual(["pivots-replaced", 1]);
    const x = factor.solve(Float64Array.of(3, 6, 6, 4));
    expect(Math.abs(x[2])).toBeLessThan(1e-100);
    const residual = largestDifference(bruteForce(a, matrix(4, 1, x)).value, Float64Array.of(3, 6, 6, 4));
    expect(residual).toBeLessThan(1e-14);

    const indefinite = la.cholesky(
      fromRows([
        [1, 0, 0],
        [0, -5, 0],
        [0, 0, 2],
      ]),
      { replacePivots: true },
    );
    expect([indefinite.status, indefinite.replacedPivots]).toEqual(["pivots-replaced", 1]);
    expect(largestDifference(indefinite.solve(Float64Array.of(1, 1, 1)), Float64Array.of(1, 0, 0.5))).toBeLessThan(
      1e-15,
    );
    expect(la.cholesky(positiveDefinite(9), { replacePivots: true }).status).toBe("factored");
  });

  it("does not hide NaN and Infinity behind replaced pivots", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (const [i, j] of [
        [0, 0],
        [6, 2],
        [8, 8],
      ]) {
        const a = positiveDefinite(9);
        a.data[i * 9 + j] = value;
        for (const replacePivots of [false, true]) {
          expect(la.cholesky(a, { replacePivots }).status).toBe("not-finite");
        }
      }
    }
    const x = la.cholesky(identity(5)).solve(Float64Array.of(1, Number.NaN, 2, 3, Number.POSITIVE_INFINITY));
    expect(x[0]).toBeNaN();
  });

  it("rejects what does not fit", () => {
    expect(() => la.cholesky(matrix(2, 3))).toThrow(InputError);
    expect(() => la.cholesky(identity(2), { diagonal: new Float64Array(3) })).toThrow(InputError);
    expect(() => la.cholesky(identity(2), { replacePivots: { by: 0 } })).toThrow(
      expect.objectContaining({ code: "option" }),
    );
    expect(() => la.cholesky(identity(2)).solve(new Float64Array(3))).toThrow(InputError);
    expect(() => la.cholesky(identity(2)).solveMatrix(matrix(3, 1))).toThrow(InputError);
  });
});

describe("the two back ends", () => {
  const [simd, plain] = BACKENDS;

  it("give the same bits for factors and solutions, also with replaced pivots", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 }), fc.nat(), fc.boolean(), (n, seed, indefinite) => {
        const a = positiveDefinite(n, seed);
        if (indefinite) for (let i = 1; i < n; i += 5) a.data[i * n + i] -= 2;
        const options = { replacePivots: indefinite, scale: 0.7 };
        const one = simd.cholesky(a, options);
        const other = plain.cholesky(a, options);
        expect([one.status, one.replacedPivots]).toEqual([other.status, other.replacedPivots]);
        expectSameBits(one.lower().data, other.lower().data);
        const b = randomMatrix(n, 5, seed);
        expectSameBits(one.solveMatrix(b).data, other.solveMatrix(b).data);
        expect(one.logDeterminant()).toBe(other.logDeterminant());
      }),
      { seed: 30, numRuns: 60 },
    );
  });

  it("stop at the same row", () => {
    for (let bad = 0; bad < 12; bad++) {
      const a = positiveDefinite(12, bad);
      a.data[bad * 13] = -1;
      expect(simd.cholesky(a).failedRow).toBe(bad);
      expect(plain.cholesky(a).failedRow).toBe(bad);
    }
  });
});
