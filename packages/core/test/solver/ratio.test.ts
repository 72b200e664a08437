import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Matrix, matrix } from "../../../bagwise/src/entries/linalg.js";
import { random } from "../../src/base/random.js";
import { prepare } from "../../src/solver/prepare.js";
import { type Ratio, type RatioProblem, solveRatio, solveRatioWithLandmarks } from "../../src/solver/ratio.js";
import { solve } from "../../src/solver/solve.js";

/** Rows of numbers, the first ones shifted: features whose products are the kernel. */
function features(seed: number, { rows = 24, columns = 5, shifted = 6 } = {}): number[][] {
  const draw = random(seed);
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, () => (draw.normal() + (i < shifted ? 1 : 0)) / Math.sqrt(columns)),
  );
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, j) => sum + value * b[j], 0);
const indices = (from: number, to: number) => Uint32Array.from({ length: to - from }, (_, k) => from + k);

function toMatrix(rows: readonly (readonly number[])[]): Matrix {
  return matrix(rows.length, rows[0].length, Float64Array.from(rows.flat()));
}

interface Shape {
  readonly lambda?: number;
  readonly positives?: number;
  readonly weights?: readonly number[] | undefined;
  readonly centres?: Uint32Array;
}

/**
 * The linear kernel of these features: the first rows are positive, the others the second sample.
 */
function linear(
  phi: readonly number[][],
  { lambda = 0.04, positives = 6, weights, centres }: Shape = {},
): RatioProblem {
  const chosen = centres ?? indices(0, phi.length);
  const n = phi.length - positives;
  const given = weights ?? new Array<number>(n).fill(1);
  const total = given.reduce((sum, weight) => sum + weight, 0);
  return {
    gram: toMatrix(phi.map((row) => Array.from(chosen, (centre) => dot(row, phi[centre])))),
    centres: chosen,
    positive: indices(0, positives),
    sample: indices(positives, phi.length),
    weights: Float64Array.from(given, (weight) => weight / total),
    lambda,
  };
}

/** A Gaussian kernel between the rows, of which no row is a combination of others. */
function gaussian(phi: readonly number[][], shape: Shape = {}): RatioProblem {
  const problem = linear(phi, shape);
  const gram = phi.map((row) =>
    Array.from(problem.centres, (centre) => Math.exp(-row.reduce((sum, x, j) => sum + (x - phi[centre][j]) ** 2, 0))),
  );
  return { ...problem, gram: toMatrix(gram) };
}

/** r of every row, by plain loops. */
function ratios({ gram }: RatioProblem, { alpha, beta }: Pick<Ratio, "alpha" | "beta">): number[] {
  return Array.from({ length: gram.rows }, (_, i) => beta + dot(rowOf(gram, i), [...alpha]));
}

const rowOf = ({ cols, data }: Matrix, i: number) => [...data.subarray(i * cols, (i + 1) * cols)];

/** What landmarks add to the squared norm, per squared coefficient. */
const JITTER = 1e-9;

/** The objective as its definition has it. */
function objective(problem: RatioProblem, solution: Pick<Ratio, "alpha" | "beta">, jitter = 0): number {
  const { gram, centres, positive, sample, weights, lambda } = problem;
  const r = ratios(problem, solution);
  const alpha = [...solution.alpha];
  const norm = alpha.reduce((sum, a, j) => sum + a * (dot(rowOf(gram, centres[j]), alpha) + jitter * a), 0);
  const squares = [...sample].reduce((sum, row, i) => sum + weights[i] * r[row] ** 2, 0);
  const mean = [...positive].reduce((sum, row) => sum + r[row] / positive.length, 0);
  return squares / 2 - mean + (lambda / 2) * norm;
}

/** The derivative by every alpha and by beta, from the definition. */
function gradient(problem: RatioProblem, solution: Pick<Ratio, "alpha" | "beta">): number[] {
  const { gram, centres, positive, sample, weights, lambda } = problem;
  const r = ratios(problem, solution);
  const alpha = [...solution.alpha];
  const slope = new Array<number>(alpha.length + 1).fill(0);
  const add = (row: number, by: number) =>
    [...rowOf(gram, row), 1].forEach((value, j) => {
      slope[j] += by * value;
    });
  sample.forEach((row, i) => {
    add(row, weights[i] * r[row]);
  });
  for (const row of positive) add(row, -1 / positive.length);
  centres.forEach((row, j) => {
    slope[j] += lambda * dot(rowOf(gram, row), alpha);
  });
  return slope;
}

const largest = (values: readonly number[]) => Math.max(...values.map(Math.abs));

const SOLVERS = [
  ["every bag as a centre", solveRatio, 0],
  ["landmarks", solveRatioWithLandmarks, JITTER],
] as const;

describe.each(SOLVERS)("the ratio with %s", (_, solver, jitter) => {
  it.each([0.05, 0.3, 0.9])("is the squared loss of PU-SKC with g = 2 prior r - 1, for a prior of %d", (prior) => {
    for (let seed = 0; seed < 5; seed++) {
      for (const weights of [undefined, Array.from({ length: 18 }, (_, i) => 1 + (i % 4))]) {
        const phi = features(seed);
        const problem = linear(phi, { weights });
        const [phiP, phiU] = [toMatrix(phi.slice(0, 6)), toMatrix(phi.slice(6))];
        const prepared = prepare(phiP, phiU, { prior, weights: weights && Float64Array.from(weights) });
        const other = solve(prepared, { lambda: problem.lambda / 2, loss: "squared" });
        expect(other.status).toBe("solved");
        const found = solver(problem);
        expect(found.status).toBe("solved");
        const g = phi.map((row) => other.beta + dot(row, [...other.alpha]));
        ratios(problem, found).forEach((r, i) => {
          expect(2 * prior * r - 1).toBeCloseTo(g[i], 8);
        });
        expect(2 * prior * prior * found.primalObjective + prior).toBeCloseTo(other.primalObjective, 8);
      }
    }
  });

  it("has no slope left, whatever the bags, weights and penalty", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 1e-3, max: 10, noNaN: true }),
        fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), { minLength: 2, maxLength: 20 }),
        (seed, positives, lambda, weights) => {
          const phi = features(seed, { rows: positives + weights.length, columns: 3, shifted: positives });
          const problem = gaussian(phi, { lambda, positives, weights });
          const found = solver(problem);
          expect(found.status).toBe("solved");
          expect(largest(gradient(problem, found))).toBeLessThan(1e-7);
          expect(found.primalObjective).toBeCloseTo(objective(problem, found, jitter), 8);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  it("is not improved by any small change of alpha or beta", () => {
    const problem = gaussian(features(3));
    const { alpha, beta } = solver(problem);
    const best = objective(problem, { alpha, beta });
    for (const by of [1e-3, -1e-3]) {
      expect(objective(problem, { alpha, beta: beta + by })).toBeGreaterThan(best);
      for (let j = 0; j < alpha.length; j++) {
        const changed = alpha.map((value, k) => (k === j ? value + by : value));
        expect(objective(problem, { alpha: changed, beta })).toBeGreaterThan(best);
      }
    }
  });

  it("has a certificate: the objective of what is returned, and a bound that is hardly below it", () => {
    for (let seed = 0; seed < 10; seed++) {
      const problem = gaussian(features(seed), { lambda: 10 ** (-3 + (seed % 4)) });
      const found = solver(problem);
      expect(found.primalObjective).toBeCloseTo(objective(problem, found, jitter), 11);
      expect(found.dualObjective).toBeLessThanOrEqual(found.primalObjective + 1e-12);
      expect(found.relativeGap).toBeLessThan(1e-12);
      // The constant 1 is a ratio too, with the objective -1/2.
      expect(found.primalObjective).toBeLessThanOrEqual(-0.5);
    }
  });

  it("has the bound that its ratio makes in the space of the features", () => {
    for (let seed = 0; seed < 5; seed++) {
      const phi = features(seed);
      const weights = Array.from({ length: 18 }, (_, i) => 1 + (i % 3));
      const problem = linear(phi, { weights });
      const found = solver(problem);
      const r = ratios(problem, found);
      const u = Array.from(problem.sample, (row, i) => problem.weights[i] * r[row]);
      const pull = phi[0].map(
        (_, j) =>
          phi.slice(0, 6).reduce((sum, x) => sum + x[j] / 6, 0) - u.reduce((sum, v, i) => sum + v * phi[6 + i][j], 0),
      );
      const spent = u.reduce((sum, v, i) => sum + (v * v) / (2 * problem.weights[i]), 0);
      expect(found.dualObjective).toBeCloseTo(-spent - dot(pull, pull) / (2 * problem.lambda), 9);
    }
  });

  it("has the mean 1 over the second sample", () => {
    const weights = Array.from({ length: 18 }, (_, i) => 1 + i);
    const problem = gaussian(features(8), { weights });
    const r = ratios(problem, solver(problem));
    expect([...problem.sample].reduce((sum, row, i) => sum + problem.weights[i] * r[row], 0)).toBeCloseTo(1, 10);
  });

  it("takes copies of bags, on both sides", () => {
    const phi = features(2, { rows: 12 });
    // Every row twice, the copies of a positive one among the second sample: the kernel between
    // centres is singular.
    const problem = gaussian([...phi, ...phi]);
    const found = solver(problem);
    expect(found.status).toBe("solved");
    const r = ratios(problem, found);
    for (let i = 0; i < 12; i++) expect(r[12 + i]).toBeCloseTo(r[i], 8);
    expect(largest(gradient(problem, found))).toBeLessThan(1e-7);
  });

  it("is 1 everywhere for bags that are all alike", () => {
    const problem = gaussian(new Array<number[]>(9).fill([1, 2]));
    const found = solver(problem);
    expect(found.status).toBe("solved");
    for (const r of ratios(problem, found)) expect(r).toBeCloseTo(1, 8);
  });

  it("takes one positive bag, and one other", () => {
    for (const rows of [2, 9]) {
      const problem = gaussian(features(4, { rows, shifted: 1 }), { positives: 1 });
      const found = solver(problem);
      expect(found.status).toBe("solved");
      expect(largest(gradient(problem, found))).toBeLessThan(1e-8);
      expect(ratios(problem, found)[0]).toBeGreaterThan(1);
    }
  });

  it("takes a sample that shares rows with the positive bags, as a single set does", () => {
    const phi = features(6);
    const problem = { ...gaussian(phi), sample: indices(0, 24), weights: new Float64Array(24).fill(1 / 24) };
    const found = solver(problem);
    expect(found.status).toBe("solved");
    expect(largest(gradient(problem, found))).toBeLessThan(1e-8);
  });

  it("says that it is invalid when a kernel value is no number, and has numbers all the same", () => {
    const problem = gaussian(features(1));
    problem.gram.data[problem.gram.cols * 10 + 12] = Number.NaN;
    const found = solver(problem);
    expect(found.status).toBe("invalid");
    expect([...found.alpha, found.beta].every(Number.isFinite)).toBe(true);
  });
});

describe("landmarks", () => {
  it("that are all bags give the same ratio as the exact solution", () => {
    for (let seed = 0; seed < 10; seed++) {
      const weights = seed % 2 === 0 ? undefined : Array.from({ length: 18 }, (_, i) => 1 + (i % 3));
      const problem = gaussian(features(seed), { weights });
      const exact = ratios(problem, solveRatio(problem));
      ratios(problem, solveRatioWithLandmarks(problem)).forEach((r, i) => {
        expect(Math.abs(r - exact[i])).toBeLessThan(1e-6);
      });
    }
  });

  it("that are some of the bags give the best sum over these, no better than over all", () => {
    for (let seed = 0; seed < 10; seed++) {
      const phi = features(seed);
      const problem = gaussian(phi, { centres: Uint32Array.of(0, 3, 7, 8, 15, 21) });
      const found = solveRatioWithLandmarks(problem);
      expect(found.alpha).toHaveLength(6);
      expect(found.status).toBe("solved");
      expect(largest(gradient(problem, found))).toBeLessThan(1e-8);
      expect(found.primalObjective).toBeCloseTo(objective(problem, found, JITTER), 11);
      expect(found.primalObjective).toBeGreaterThanOrEqual(solveRatio(gaussian(phi)).primalObjective - 1e-12);
    }
  });
});
