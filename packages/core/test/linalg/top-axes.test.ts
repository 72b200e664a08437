import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { linearAlgebra } from "../../src/linalg/backend.js";
import { eigenSymmetric } from "../../src/linalg/eigen.js";
import { matrix, transpose } from "../../src/linalg/matrix.js";
import { topAxes } from "../../src/linalg/top-axes.js";

function sparseOf(rows: number, cols: number, seed: number) {
  const generator = random(seed);
  const dense = matrix(rows, cols);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < cols; column++)
      if (generator.uniform() < 0.3) dense.data[row * cols + column] = generator.normal() / (1 + column);
  const [indices, values, offsets]: [number[], number[], number[]] = [[], [], [0]];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < cols; column++) {
      const value = dense.data[row * cols + column];
      if (value !== 0) {
        indices.push(column);
        values.push(value);
      }
    }
    offsets.push(indices.length);
  }
  const sparse = {
    rows,
    cols,
    offsets: Uint32Array.from(offsets),
    indices: Uint32Array.from(indices),
    values: Float64Array.from(values),
  };
  return { dense, sparse };
}

describe("the top axes of a sparse matrix", () => {
  it("span the leading eigenvectors of X'X, and are orthonormal", () => {
    const { dense, sparse } = sparseOf(60, 40, 3);
    const axes = topAxes(sparse, 5, random(1));
    const products = linearAlgebra().gemmNT(transpose(axes), transpose(axes));
    products.data.forEach((value, k) => {
      expect(value).toBeCloseTo(k % 6 === 0 ? 1 : 0, 9);
    });
    const { vectors } = eigenSymmetric(linearAlgebra().weightedSyrk(dense, new Float64Array(60).fill(1)));
    for (let k = 0; k < 3; k++) {
      let along = 0;
      for (let j = 0; j < 40; j++) along += axes.data[j * 5 + k] * vectors.data[j * 40 + k];
      expect(Math.abs(along)).toBeCloseTo(1, 6);
    }
  });

  it("are as many as there are directions if fewer than wanted", () => {
    const { sparse } = sparseOf(3, 20, 5);
    expect(topAxes(sparse, 10, random(1)).cols).toBe(3);
  });
});
