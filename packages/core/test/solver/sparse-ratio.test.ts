import { describe, expect, it } from "vitest";
import { random } from "../../src/base/random.js";
import { linearAlgebra } from "../../src/linalg/backend.js";
import { matrix } from "../../src/linalg/matrix.js";
import { type AnyMatrix, addProducts, allRows } from "../../src/linalg/sparse.js";
import { solveRatio } from "../../src/solver/ratio.js";
import { type SparseRatioProblem, solveSparseRatio } from "../../src/solver/sparse-ratio.js";

const N = 40;

/** A sparse and a dense matrix with a row per bag, the same numbers for the same seed. */
function vectorsOf(seed: number): AnyMatrix[] {
  const generator = random(seed);
  const dense = matrix(N, 6);
  for (let k = 0; k < dense.data.length; k++) dense.data[k] = generator.normal() / 3;
  const [indices, values, offsets]: [number[], number[], number[]] = [[], [], [0]];
  for (let row = 0; row < N; row++) {
    for (let column = 0; column < 30; column++)
      if (generator.uniform() < 0.2) {
        indices.push(column);
        values.push(generator.normal() / 3);
      }
    offsets.push(indices.length);
  }
  const sparse = {
    rows: N,
    cols: 30,
    offsets: Uint32Array.from(offsets),
    indices: Uint32Array.from(indices),
    values: Float64Array.from(values),
  };
  return [sparse, dense];
}

function denseOf(x: AnyMatrix) {
  if (!("offsets" in x)) return x;
  const dense = matrix(x.rows, x.cols);
  for (let row = 0; row < x.rows; row++)
    for (let e = x.offsets[row]; e < x.offsets[row + 1]; e++) dense.data[row * x.cols + x.indices[e]] = x.values[e];
  return dense;
}

function problemOf(seed: number): SparseRatioProblem {
  const rest = Uint32Array.from({ length: N - 5 }, (_, k) => k + 5);
  const raw = Float64Array.from(rest, (row) => 1 + (row % 3));
  const total = raw.reduce((sum, value) => sum + value, 0);
  return {
    vectors: vectorsOf(seed),
    positive: Uint32Array.of(0, 1, 2, 3, 4),
    sample: rest,
    weights: raw.map((value) => value / total),
    lambda: 0.04,
  };
}

const valuesOf = (
  problem: SparseRatioProblem,
  { weights, beta }: { weights: readonly Float64Array[]; beta: number },
) => {
  const values = new Float64Array(N).fill(beta);
  for (const [k, x] of problem.vectors.entries()) addProducts(x, allRows(N), weights[k], 1, values);
  return values;
};

describe("the ratio on sparse vectors", () => {
  it.each([1, 2, 3])("is that of the dense solver on the mean of the inner products (seed %i)", (seed) => {
    const problem = problemOf(seed);
    const gram = matrix(N, N);
    for (const x of problem.vectors) {
      const dense = denseOf(x);
      const products = linearAlgebra().gemmNT(dense, dense);
      for (let k = 0; k < gram.data.length; k++) gram.data[k] += products.data[k] / problem.vectors.length;
    }
    const { vectors: _, ...rest } = problem;
    const dense = solveRatio({ ...rest, gram, centres: allRows(N) });
    const sparse = solveSparseRatio(problem);
    const expected = linearAlgebra()
      .gemv(gram, dense.alpha)
      .map((value) => value + dense.beta);
    valuesOf(problem, sparse).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 6);
    });
    expect(sparse.primalObjective).toBeCloseTo(dense.primalObjective, 9);
    expect(sparse.status).toBe("solved");
    expect(sparse.relativeGap).toBeLessThan(1e-8);
  });

  it("comes out the same from any start, with fewer steps from a near one", () => {
    const problem = problemOf(4);
    const cold = solveSparseRatio(problem);
    const warm = solveSparseRatio(problem, cold.start);
    expect(warm.iterations).toBeLessThan(cold.iterations);
    const [a, b] = [valuesOf(problem, cold), valuesOf(problem, warm)];
    a.forEach((value, i) => {
      expect(value).toBeCloseTo(b[i], 6);
    });
  });

  it("is 1 for every bag if no bag has any feature", () => {
    const empty = {
      rows: N,
      cols: 3,
      offsets: new Uint32Array(N + 1),
      indices: new Uint32Array(0),
      values: new Float64Array(0),
    };
    const problem = { ...problemOf(5), vectors: [empty] };
    const found = solveSparseRatio(problem);
    expect(found.status).toBe("solved");
    for (const value of valuesOf(problem, found)) expect(value).toBeCloseTo(1, 12);
  });
});
