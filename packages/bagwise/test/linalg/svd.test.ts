import { describe, expect, it } from "vitest";
import { fromRows, identity, type Matrix, matrix } from "../../src/linalg/matrix.js";
import { svd } from "../../src/linalg/svd.js";
import { at, bruteForce, flip, largest, largestDifference, randomMatrix, scaleColumns } from "./support.js";

function expectDecomposition(a: Matrix): void {
  const { status, values, u, v } = svd(a);
  const rank = Math.min(a.rows, a.cols);
  const tolerance = 1e-15 * (a.rows + a.cols + 5);
  expect(status).toBe("converged");
  expect([u.rows, u.cols, v.rows, v.cols, values.length]).toEqual([a.rows, rank, a.cols, rank, rank]);
  const back = bruteForce(scaleColumns(u, values), flip(v)).value;
  expect(largestDifference(back, a)).toBeLessThanOrEqual(tolerance * largest(a));
  expect(largestDifference(bruteForce(flip(u), u).value, identity(rank))).toBeLessThanOrEqual(tolerance);
  expect(largestDifference(bruteForce(flip(v), v).value, identity(rank))).toBeLessThanOrEqual(tolerance);
  for (let j = 0; j < rank; j++) {
    expect(values[j]).toBeGreaterThanOrEqual(values[j + 1] ?? 0);
    const column = Array.from({ length: a.cols }, (_, i) => at(v, i, j));
    expect(Math.max(...column)).toBe(Math.max(...column.map(Math.abs)));
  }
}

describe("svd", () => {
  it("reconstructs tall, square and wide matrices from orthonormal vectors in descending order", () => {
    for (const rows of [0, 1, 2, 3, 5, 8, 40]) {
      for (const cols of [0, 1, 2, 3, 7, 20]) expectDecomposition(randomMatrix(rows, cols));
    }
  });

  it("completes the left vectors of a matrix of deficient rank", () => {
    expectDecomposition(matrix(6, 4));
    expectDecomposition(matrix(4, 4));
    expectDecomposition(matrix(7, 5, new Float64Array(35).fill(1)));
    expectDecomposition(bruteForce(randomMatrix(9, 2), randomMatrix(2, 9)).value);
    expectDecomposition(bruteForce(randomMatrix(60, 7), randomMatrix(7, 40)).value);
    expectDecomposition(
      fromRows([
        [0, 0, 0],
        [0, 2, 0],
        [0, 0, 0],
      ]),
    );
  });

  it("has the square roots of the eigenvalues of A'A as values", () => {
    const { values } = svd(
      fromRows([
        [3, 0],
        [4, 5],
      ]),
    );
    expect(values[0]).toBeCloseTo(Math.sqrt(45), 14);
    expect(values[1]).toBeCloseTo(Math.sqrt(5), 14);
  });

  it("keeps small singular values of a graded matrix accurate", () => {
    // An orthogonal matrix times a diagonal one: the values are the diagonal, from 1 down to 1e-30.
    const { u: q } = svd(randomMatrix(4, 4));
    const wanted = Float64Array.of(1, 1e-10, 1e-20, 1e-30);
    const { values } = svd(scaleColumns(q, wanted));
    for (let j = 0; j < 4; j++) expect(values[j] / wanted[j]).toBeCloseTo(1, 12);
  });

  it("scales with the matrix, also to the ends of the range", () => {
    const a = randomMatrix(6, 4);
    const { values } = svd(a);
    for (const factor of [2 ** -1000, 2 ** -600, 2 ** 1020]) {
      const scaled = matrix(
        6,
        4,
        a.data.map((value) => value * factor),
      );
      const got = svd(scaled).values;
      for (let j = 0; j < 4; j++) expect(got[j] / factor).toBeCloseTo(values[j], 12);
    }
  });

  it("reports NaN and Infinity as a status, without hanging", () => {
    for (const [rows, cols] of [
      [5, 3],
      [3, 5],
      [4, 4],
    ]) {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const a = randomMatrix(rows, cols);
        a.data[7] = value;
        const result = svd(a);
        expect(result.status).toBe("not-finite");
        expect(result.values.every(Number.isNaN)).toBe(true);
        expect([result.u.rows, result.v.rows]).toEqual([rows, cols]);
      }
    }
  });
});
