import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { random } from "../../src/base/random.js";
import { fromRows, identity, type Matrix, matrix } from "../../src/linalg/matrix.js";
import { principalAxes } from "../../src/linalg/pca.js";
import { at, bruteForce, flip, largest, largestDifference, randomMatrix } from "./support.js";

/** (X - mean) A' by the definition. */
function scoresOf(rows: Matrix, mean: Float64Array, axes: Matrix): Matrix {
  const centred = matrix(
    rows.rows,
    rows.cols,
    rows.data.map((value, k) => value - mean[k % rows.cols]),
  );
  return bruteForce(centred, flip(axes)).value;
}

/** Columns of very different spread around a point far from 0. */
function spreadRows(n: number, d: number, seed = 1): Matrix {
  const rows = randomMatrix(n, d, seed);
  for (let k = 0; k < rows.data.length; k++) rows.data[k] = 7 + rows.data[k] * 3 ** -(k % d);
  return rows;
}

describe("principalAxes", () => {
  it.each([
    [40, 5],
    [6, 6],
    [5, 12],
    [200, 31],
  ])("gives orthonormal axes that reconstruct %i rows of %i columns", (n, d) => {
    const rows = randomMatrix(n, d);
    const { status, mean, axes, deviations } = principalAxes(rows);
    expect(status).toBe("converged");
    expect(axes.rows).toBe(Math.min(n - 1, d));
    expect(largestDifference(bruteForce(axes, flip(axes)).value, identity(axes.rows))).toBeLessThan(1e-13);
    const back = bruteForce(scoresOf(rows, mean, axes), axes).value;
    for (let k = 0; k < back.data.length; k++) back.data[k] += mean[k % d];
    expect(largestDifference(back, rows)).toBeLessThan(1e-12);
    for (let k = 1; k < deviations.length; k++) expect(deviations[k]).toBeLessThanOrEqual(deviations[k - 1]);
  });

  it.each([
    [50, 4],
    [4, 9],
  ])("gives uncorrelated scores with the stated deviations, for %i rows of %i columns", (n, d) => {
    const rows = spreadRows(n, d);
    const { mean, axes, deviations } = principalAxes(rows);
    const scores = scoresOf(rows, mean, axes);
    const covariance = bruteForce(flip(scores), scores).value;
    for (let i = 0; i < axes.rows; i++) {
      for (let j = 0; j < axes.rows; j++) {
        const wanted = i === j ? deviations[i] ** 2 : 0;
        expect(Math.abs(at(covariance, i, j) / (n - 1) - wanted)).toBeLessThan(
          1e-13 * deviations[0] ** 2 + 1e-8 * wanted,
        );
      }
    }
  });

  it("finds the line that points lie on", () => {
    const { axes, mean, deviations } = principalAxes(fromRows([-2, -1, 0, 1, 2].map((t) => [1 + 3 * t, 5 - 4 * t])));
    expect(mean[0]).toBeCloseTo(1, 14);
    expect(mean[1]).toBeCloseTo(5, 14);
    expect(axes.rows).toBe(1);
    expect(axes.data[0]).toBeCloseTo(-0.6, 12);
    expect(axes.data[1]).toBeCloseTo(0.8, 12);
    expect(deviations[0]).toBeCloseTo(5 * Math.sqrt(2.5), 12);
  });

  it("keeps the axes of the widest spread when fewer are asked for", () => {
    const rows = spreadRows(30, 6);
    const all = principalAxes(rows);
    const few = principalAxes(rows, { dimensions: 2 });
    expect(few.axes.data).toEqual(all.axes.data.slice(0, 12));
    expect(few.deviations).toEqual(all.deviations.slice(0, 2));
  });

  it("does not depend on the order of the rows, nor on that of the columns but for the order of the entries", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 2, max: 9 }), fc.nat(), (n, d, seed) => {
        const rows = spreadRows(n, d, seed);
        const generator = random(seed % 1000);
        const [byRow, byColumn] = [generator.permutation(n), generator.permutation(d)];
        const shuffled = fromRows(Array.from(byRow, (i) => Array.from(byColumn, (j) => at(rows, i, j))));
        const [one, other] = [principalAxes(rows), principalAxes(shuffled)];
        expect(other.axes.rows).toBe(one.axes.rows);
        const gaps = [...one.deviations].map((value, k) => value - (one.deviations[k + 1] ?? 0));
        // Directions of nearly equal spread are determined only together.
        fc.pre(gaps.every((gap) => gap > 1e-4 * one.deviations[0]));
        for (let k = 0; k < one.axes.rows; k++) {
          for (const [to, from] of byColumn.entries()) {
            expect(at(other.axes, k, to)).toBeCloseTo(at(one.axes, k, from), 6);
          }
        }
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it("moves and stretches with the rows, to the ends of the range", () => {
    const rows = randomMatrix(12, 3);
    const own = principalAxes(rows);
    for (const factor of [2 ** -900, 2 ** 900]) {
      const { axes, deviations } = principalAxes(
        matrix(
          12,
          3,
          rows.data.map((value) => value * factor),
        ),
      );
      expect(largestDifference(axes, own.axes)).toBeLessThan(1e-12);
      for (const [k, value] of deviations.entries()) expect(value / factor / own.deviations[k]).toBeCloseTo(1, 12);
    }
  });

  it("has one axis without a spread for equal rows and for a single one", () => {
    for (const rows of [
      fromRows([[1, 2, 3]]),
      fromRows([
        [0.1, 7],
        [0.1, 7],
        [0.1, 7],
      ]),
      matrix(9, 1),
    ]) {
      const { status, axes, deviations } = principalAxes(rows);
      expect(status).toBe("converged");
      expect(axes.rows).toBe(1);
      expect(largest(axes)).toBe(1);
      expect(deviations[0]).toBe(0);
    }
  });

  it("says so when a number is not finite, and refuses what has no axis", () => {
    const { status, deviations } = principalAxes(
      fromRows([
        [1, Number.NaN],
        [2, 3],
      ]),
    );
    expect(status).toBe("not-finite");
    expect(deviations[0]).toBeNaN();
    for (const rows of [matrix(0, 3), matrix(3, 0)]) expect(() => principalAxes(rows)).toThrow(InputError);
    for (const dimensions of [0, 1.5]) {
      expect(() => principalAxes(matrix(3, 3), { dimensions })).toThrow(InputError);
    }
  });
});
