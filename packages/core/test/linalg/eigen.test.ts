import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { random } from "../../src/base/random.js";
import { linearAlgebra } from "../../src/linalg/backend.js";
import { eigenSymmetric } from "../../src/linalg/eigen.js";
import { fromRows, identity, type Matrix, matrix } from "../../src/linalg/matrix.js";
import {
  at,
  bruteForce,
  flip,
  largest,
  largestDifference,
  positiveDefinite,
  randomMatrix,
  scaleColumns,
} from "./support.js";

function symmetric(n: number, seed = 1): Matrix {
  const a = randomMatrix(n, n, seed);
  return matrix(
    n,
    n,
    a.data.map((value, k) => (value + at(a, k % n, Math.floor(k / n))) / 2),
  );
}

function expectDecomposition(a: Matrix): void {
  const { status, values, vectors } = eigenSymmetric(a);
  const n = a.rows;
  expect(status).toBe("converged");
  const back = bruteForce(scaleColumns(vectors, values), flip(vectors)).value;
  expect(largestDifference(back, a)).toBeLessThanOrEqual(1e-15 * (n + 5) * largest(a));
  expect(largestDifference(bruteForce(flip(vectors), vectors).value, identity(n))).toBeLessThanOrEqual(1e-15 * (n + 5));
  for (let j = 1; j < n; j++) expect(values[j]).toBeLessThanOrEqual(values[j - 1]);
  for (let j = 0; j < n; j++) {
    const column = Array.from({ length: n }, (_, i) => at(vectors, i, j));
    expect(Math.max(...column)).toBe(Math.max(...column.map(Math.abs)));
  }
}

describe("eigenSymmetric", () => {
  it("reconstructs the matrix from orthonormal vectors in descending order", () => {
    for (const n of [0, 1, 2, 3, 4, 5, 8, 17, 60]) {
      expectDecomposition(symmetric(n));
      expectDecomposition(positiveDefinite(n));
    }
  });

  it("handles multiple eigenvalues, rank deficiency and diagonal matrices", () => {
    expectDecomposition(identity(6));
    expectDecomposition(matrix(5, 5));
    const g = randomMatrix(12, 2);
    expectDecomposition(bruteForce(g, flip(g)).value);
    expectDecomposition(matrix(8, 8, new Float64Array(64).fill(1)));
    const diagonal = identity(4);
    for (const [i, value] of [3, -7, 0, 3].entries()) diagonal.data[i * 5] = value;
    expect(eigenSymmetric(diagonal).values).toEqual(Float64Array.of(3, 3, 0, -7));
  });

  it("agrees with Wilkinson's W21+, whose largest eigenvalues differ by 1e-13", () => {
    const w = matrix(21, 21);
    for (let i = 0; i < 21; i++) {
      w.data[i * 22] = Math.abs(10 - i);
      if (i > 0) w.data[i * 21 + i - 1] = w.data[(i - 1) * 21 + i] = 1;
    }
    expectDecomposition(w);
    const { values } = eigenSymmetric(w);
    expect(values[0]).toBeCloseTo(10.746194182903393, 12);
    expect(values[1]).toBeCloseTo(10.746194182903322, 12);
  });

  it("shifts and scales with the matrix, also to the ends of the range", () => {
    const a = symmetric(10);
    const { values } = eigenSymmetric(a);
    for (const factor of [2 ** -1000, 2 ** -600, 2 ** 500, 2 ** 1020]) {
      const scaled = matrix(
        10,
        10,
        a.data.map((value) => value * factor),
      );
      const got = eigenSymmetric(scaled).values;
      for (let i = 0; i < 10; i++) expect(got[i] / factor).toBeCloseTo(values[i], 12);
    }
  });

  it("can count up instead", () => {
    const a = symmetric(9);
    const up = eigenSymmetric(a, { order: "ascending" });
    const down = eigenSymmetric(a);
    expect(up.values).toEqual(down.values.slice().reverse());
  });

  it("reads only the diagonal and what is below it", () => {
    const a = symmetric(6);
    const damaged = matrix(
      6,
      6,
      a.data.map((value, k) => (k % 6 > Math.floor(k / 6) ? Number.NaN : value)),
    );
    expect(eigenSymmetric(damaged)).toEqual(eigenSymmetric(a));
  });

  it("reports NaN and Infinity as a status, without hanging", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const a = symmetric(7);
      a.data[8] = value;
      const result = eigenSymmetric(a);
      expect(result.status).toBe("not-finite");
      expect(result.values.every(Number.isNaN)).toBe(true);
    }
  });

  it("rejects a matrix that is not square", () => {
    expect(() => eigenSymmetric(fromRows([[1, 2]]))).toThrow(InputError);
  });
});

describe("a matrix of low rank", () => {
  it.each([1, 2, 3, 4, 5])("converges although most of its eigenvalues are rounding errors, seed %d", (seed) => {
    const generator = random(seed);
    const rank = 21;
    const n = 300;
    const factor = matrix(
      n,
      rank,
      Float64Array.from({ length: n * rank }, (_, k) => generator.normal() + (k % rank === 0 ? 3 : 0)),
    );
    const { status, values } = eigenSymmetric(linearAlgebra().syrk(factor));
    expect(status).toBe("converged");
    expect(values.filter((value) => value > 1e-12 * values[0])).toHaveLength(rank);
  });
});
