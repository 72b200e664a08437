import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepare } from "../../src/solver/prepare.js";
import { LOSSES, type Problem } from "../../src/solver/problem.js";
import { solve, solvePath } from "../../src/solver/solve.js";
import { decisionValues, LOSS, objective, pull, relativeGap } from "./recompute.js";
import { extreme, ordinary, rowsAt } from "./support.js";

const run = (problem: Problem, options: { reduceTo?: "bags" | "features"; backend?: "simd" | "plain" } = {}) =>
  solve(prepare(problem.phiP, problem.phiU, { prior: problem.prior, ...options }), problem);

/** Solves a square system by elimination with pivoting: slow, plain, and not the library's. */
function eliminate(a: number[][], b: number[]): number[] {
  const m = a.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < m.length; k++) {
    let pivot = k;
    for (let i = k; i < m.length; i++) if (Math.abs(m[i][k]) > Math.abs(m[pivot][k])) pivot = i;
    [m[k], m[pivot]] = [m[pivot], m[k]];
    for (let i = 0; i < m.length; i++) {
      if (i === k) continue;
      const factor = m[i][k] / m[k][k];
      for (let j = k; j <= m.length; j++) m[i][j] -= factor * m[k][j];
    }
  }
  return m.map((row, i) => row[m.length] / row[i]);
}

describe.each(LOSSES)("the loss %s", (loss) => {
  it("satisfies l(z) - l(-z) = -z", () => {
    fc.assert(
      fc.property(fc.double({ min: -500, max: 500, noNaN: true }), (z) => {
        expect(LOSS[loss](z) - LOSS[loss](-z)).toBeCloseTo(-z, 8);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("has a certificate that agrees with its definition", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = { ...ordinary(seed), loss };
      const solution = run(problem);
      expect(solution.status).toBe("solved");
      expect(objective(problem, solution)).toBeCloseTo(solution.primalObjective, 11);
      expect(relativeGap(problem, solution)).toBeLessThanOrEqual(1e-11);
      for (const [j, own] of pull(problem, solution.dual ?? new Float64Array(0)).entries()) {
        expect(problem.lambda * solution.alpha[j]).toBeCloseTo(own, 6);
      }
    }
  });

  it("is not improved by any small change of alpha or beta", () => {
    const problem = { ...ordinary(4), loss };
    const { alpha, beta } = run(problem);
    const best = objective(problem, { alpha, beta });
    for (const by of [1e-3, -1e-3]) {
      expect(objective(problem, { alpha, beta: beta + by })).toBeGreaterThanOrEqual(best);
      for (let j = 0; j < alpha.length; j++) {
        const changed = alpha.map((value, k) => (k === j ? value + by : value));
        expect(objective(problem, { alpha: changed, beta })).toBeGreaterThan(best);
      }
    }
  });

  it("gives the same model whatever the order of the bags, and in both reductions", () => {
    const problem = { ...ordinary(3, { bags: 40, features: 12 }), loss };
    const order = Array.from({ length: 40 }, (_, i) => (7 * i + 3) % 40);
    const first = run(problem, { reduceTo: "bags" });
    const second = run({ ...problem, phiU: rowsAt(problem.phiU, order) }, { reduceTo: "features" });
    for (const [j, value] of first.alpha.entries()) expect(second.alpha[j]).toBeCloseTo(value, 5);
    expect(second.beta).toBeCloseTo(first.beta, 5);
  });

  it("gives the same bits with both back ends", () => {
    for (const reduceTo of ["bags", "features"] as const) {
      const problem = { ...ordinary(6), loss };
      expect(run(problem, { reduceTo, backend: "plain" })).toEqual(run(problem, { reduceTo, backend: "simd" }));
    }
  });

  it("follows a path of lambdas", () => {
    const { phiP, phiU, prior } = ordinary(11);
    const path = solvePath(prepare(phiP, phiU, { prior }), [1, 1, 0.1], { loss });
    expect(path.map(({ status }) => status)).toEqual(["solved", "solved", "solved"]);
    expect(path[1].primalObjective).toBeCloseTo(path[0].primalObjective, 12);
  });
});

describe("the squared loss", () => {
  it("equals the solution of its normal equations", () => {
    for (let seed = 0; seed < 10; seed++) {
      const problem: Problem = { ...ordinary(seed, { features: 1 + 4 * seed }), loss: "squared" };
      const { phiP, phiU, prior, lambda } = problem;
      const m = phiU.cols;
      // The gradient of J in (alpha, beta) is zero.
      const a = Array.from({ length: m + 1 }, () => new Array<number>(m + 1).fill(0));
      const b = new Array<number>(m + 1).fill(0);
      for (let i = 0; i < phiU.rows; i++) {
        const x = [...phiU.data.subarray(i * m, i * m + m), 1];
        for (let j = 0; j <= m; j++) {
          b[j] -= x[j] / (2 * phiU.rows);
          for (let k = 0; k <= m; k++) a[j][k] += (x[j] * x[k]) / (2 * phiU.rows);
        }
      }
      for (let i = 0; i < phiP.rows; i++) {
        const x = [...phiP.data.subarray(i * m, i * m + m), 1];
        for (let j = 0; j <= m; j++) b[j] += (prior * x[j]) / phiP.rows;
      }
      for (let j = 0; j < m; j++) a[j][j] += lambda;
      const wanted = eliminate(a, b);
      const { alpha, beta } = run(problem);
      for (let j = 0; j < m; j++) expect(alpha[j]).toBeCloseTo(wanted[j], 8);
      expect(beta).toBeCloseTo(wanted[m], 8);
    }
  });
});

describe("the logistic loss", () => {
  it("has a gradient of zero", () => {
    for (let seed = 0; seed < 10; seed++) {
      const problem: Problem = { ...ordinary(seed, { features: 1 + 4 * seed }), loss: "logistic" };
      const solution = run(problem);
      const sigmoid = Float64Array.from(decisionValues(problem.phiU, solution), (g) => 1 / (1 + Math.exp(-g)));
      expect(sigmoid.reduce((sum, value) => sum + value, 0) / sigmoid.length).toBeCloseTo(problem.prior, 7);
      for (const [j, own] of pull(problem, sigmoid).entries()) {
        expect(problem.lambda * solution.alpha[j]).toBeCloseTo(own, 5);
      }
    }
  });
});

it.each(["squared", "logistic"] as const)(
  "survives extreme problems with the loss %s, without a false `solved`",
  (loss) => {
    let solved = 0;
    for (let seed = 0; seed < 200; seed++) {
      const problem = extreme(seed, loss);
      const solution = run(problem);
      for (const value of [...solution.alpha, solution.beta]) expect(Number.isFinite(value)).toBe(true);
      if (solution.status !== "solved") continue;
      solved++;
      expect(relativeGap(problem, solution), `problem ${seed}`).toBeLessThanOrEqual(1.001e-8);
    }
    expect(solved).toBeGreaterThanOrEqual(loss === "logistic" ? 180 : 140);
  },
);
