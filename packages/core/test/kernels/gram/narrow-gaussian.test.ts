import { describe, expect, it } from "vitest";
import { linearAlgebra, type Matrix, matrix } from "../../../../bagwise/src/entries/linalg.js";
import { random } from "../../../src/base/random.js";
import { inColumnOrder, tellingColumns } from "../../../src/kernels/gram/column-order.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { isNarrow, narrowExpansion } from "../../../src/kernels/gram/narrow-gaussian.js";
import { closeDistances, gaussianReach, mostlyFarther } from "../../../src/kernels/gram/sparse-gaussian.js";

function normals(seed: number, rows: number, cols: number): Matrix {
  const generator = random(seed);
  return matrix(
    rows,
    cols,
    Float64Array.from({ length: rows * cols }, () => generator.normal()),
  );
}

/** Rows of which every second is a near copy of a centre. */
function nearCopies(centres: Matrix, rows: number, noise: number): Matrix {
  const result = normals(9, rows, centres.cols);
  for (let i = 0; i < rows; i += 2)
    for (let j = 0; j < centres.cols; j++)
      result.data[i * centres.cols + j] =
        centres.data[(i % centres.rows) * centres.cols + j] + noise * result.data[i * centres.cols + j];
  return result;
}

describe("a narrow Gaussian kernel", () => {
  it("is one that is 0 between most rows", () => {
    const rows = normals(1, 100, 20);
    expect([1e-3, 0.01, 0.1, 1, 10].map((width) => isNarrow(rows, width))).toEqual([true, true, false, false, false]);
    expect(isNarrow(matrix(1, 3), 1e-9)).toBe(false);
    expect(isNarrow(matrix(50, 3), 1e-9)).toBe(false);
  });

  it("adds up what the dense kernel adds up", () => {
    const centres = normals(2, 150, 12);
    const rows = nearCopies(centres, 90, 0.003);
    const alpha = normals(3, 150, 1).data;
    const dense = linearAlgebra().gemv(instanceGram({ type: "gaussian", width: 0.01 }, rows, centres), alpha);
    const sums = narrowExpansion(rows, centres, alpha, 0.01);
    expect(isNarrow(centres, 0.01)).toBe(true);
    expect(dense.filter((value) => value !== 0).length).toBeGreaterThan(40);
    dense.forEach((value, i) => {
      expect(Math.abs(sums[i] - value)).toBeLessThanOrEqual(1e-9 * Math.abs(value));
    });
  });

  it("gives a row the same sum whatever else is asked for", () => {
    const centres = normals(4, 80, 6);
    const rows = nearCopies(centres, 40, 0.001);
    const alpha = normals(5, 80, 1).data;
    const all = narrowExpansion(rows, centres, alpha, 0.01);
    const one = narrowExpansion(matrix(1, 6, rows.data.slice(12 * 6, 13 * 6)), centres, alpha, 0.01);
    expect(one[0]).toBe(all[12]);
  });

  it("finds the same close pairs as computing all distances", () => {
    const centres = normals(6, 120, 8);
    const rows = nearCopies(centres, 70, 0.002);
    const limit = gaussianReach(0.01);
    expect(mostlyFarther(centres, limit)).toBe(true);
    const { offsets, indices, values } = closeDistances(rows, centres, limit);
    let found = 0;
    for (let i = 0; i < 70; i++) {
      for (let j = 0; j < 120; j++) {
        let squared = 0;
        for (let k = 0; k < 8; k++) squared += (rows.data[i * 8 + k] - centres.data[j * 8 + k]) ** 2;
        const at = indices.subarray(offsets[i], offsets[i + 1]).indexOf(j);
        expect(at >= 0).toBe(squared <= limit);
        if (at < 0) continue;
        found++;
        expect(values[offsets[i] + at]).toBeCloseTo(squared, 12);
      }
    }
    expect(found).toBeGreaterThan(30);
  });
});

describe("the order of columns", () => {
  it("begins with those in which neighbours differ most", () => {
    const rows = matrix(3, 3, Float64Array.of(0, 5, 1, 0, 6, 9, 0, 5, 1));
    expect([...tellingColumns(rows)]).toEqual([2, 1, 0]);
    expect([...inColumnOrder(rows, tellingColumns(rows))]).toEqual([1, 5, 0, 9, 6, 0, 1, 5, 0]);
  });

  it("is that of the matrix when there is nothing to tell", () => {
    expect([...tellingColumns(matrix(1, 4))]).toEqual([0, 1, 2, 3]);
  });
});
