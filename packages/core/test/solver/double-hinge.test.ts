import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missing } from "../../../bagwise/test/require-all.js";
import { prepare, withPrior } from "../../src/solver/prepare.js";
import type { Problem } from "../../src/solver/problem.js";
import { solve, solvePath } from "../../src/solver/solve.js";
import { decisionValues, lowerBound, objective, pull, relativeGap } from "./recompute.js";
import { smo } from "./smo.js";
import { extreme, golden, oracle, ordinary, rowsAt } from "./support.js";

const run = (problem: Problem, options: { reduceTo?: "bags" | "features"; backend?: "simd" | "plain" } = {}) =>
  solve(prepare(problem.phiP, problem.phiU, { prior: problem.prior, ...options }), problem);

describe.skipIf(missing("the oracle folder", oracle))("on the golden problems", () => {
  it.each(["elephant_0.1", "fox_0.2", "musk1_0.1"])("reaches the objectives of %s, certified", (name) => {
    for (const problem of golden(name)) {
      for (const reduceTo of ["bags", "features"] as const) {
        const solution = run({ ...problem, loss: "double-hinge" }, { reduceTo });
        expect(solution.status).toBe("solved");
        expect(solution.relativeGap).toBeLessThanOrEqual(1e-11);
        const difference = Math.abs(solution.primalObjective - problem.objective);
        expect(difference).toBeLessThanOrEqual(1e-8 * Math.abs(problem.objective));
      }
    }
  });

  it("needs no iteration where the gamma of the lambda before is good enough", () => {
    const problems = golden("elephant_0.1").slice(6);
    const [{ phiP, phiU, prior }] = problems;
    const path = solvePath(
      prepare(phiP, phiU, { prior }),
      problems.map(({ lambda }) => lambda),
    );
    expect(path.map(({ status }) => status)).toEqual(["solved", "solved", "solved"]);
    expect(path[2].iterations).toBe(0);
    for (const [i, { objective: wanted }] of problems.entries()) {
      expect(Math.abs(path[i].primalObjective - wanted)).toBeLessThanOrEqual(1e-8 * Math.abs(wanted));
    }
  });
});

describe("the double hinge", () => {
  it("meets the optimality conditions, recomputed from alpha and beta", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const problem = ordinary(seed);
        const solution = run(problem);
        const gamma = solution.dual ?? new Float64Array(0);
        expect(solution.status).toBe("solved");
        // gamma is a slope of f at g: 0, 1/2 or 1 away from the kinks.
        for (const [i, g] of decisionValues(problem.phiU, solution).entries()) {
          expect(gamma[i]).toBeGreaterThanOrEqual(0);
          expect(gamma[i]).toBeLessThanOrEqual(1);
          if (Math.abs(Math.abs(g) - 1) < 1e-5) continue;
          expect(gamma[i]).toBeCloseTo(g < -1 ? 0 : g < 1 ? 0.5 : 1, 5);
        }
        expect(gamma.reduce((sum, value) => sum + value, 0) / gamma.length).toBeCloseTo(problem.prior, 12);
        for (const [j, own] of pull(problem, gamma).entries()) {
          expect(problem.lambda * solution.alpha[j]).toBeCloseTo(own, 9);
        }
        expect(objective(problem, solution)).toBeCloseTo(solution.primalObjective, 12);
        // The dual objective is below what gamma gives, by its own rounding errors and no more.
        const bound = lowerBound(problem, gamma);
        expect(bound).toBeGreaterThanOrEqual(solution.dualObjective);
        expect(bound - solution.dualObjective).toBeLessThanOrEqual(1e-13 * Math.max(1, Math.abs(bound)));
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it("agrees with sequential minimal optimisation", () => {
    for (let seed = 0; seed < 12; seed++) {
      const problem = ordinary(seed, { bags: 24, features: seed < 6 ? 3 : 30 });
      const { gamma, violation } = smo(problem);
      expect(violation).toBeLessThan(1e-10);
      const bound = lowerBound(problem, gamma);
      const { primalObjective } = run(problem);
      expect(Math.abs(primalObjective - bound)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(bound)));
    }
  });

  it("agrees with a search of the whole plane when there is one feature", () => {
    for (let seed = 0; seed < 6; seed++) {
      const problem = ordinary(seed, { bags: 9, features: 1, positives: 3 });
      const { primalObjective, alpha, beta } = run(problem);
      let [a, b, half] = [0, 0, 16];
      // Zooms into the best point of a grid: J is convex, so its minimum stays within two cells.
      for (; half > 1e-7; half /= 5) {
        let best = Infinity;
        const [a0, b0] = [a, b];
        for (let i = -20; i <= 20; i++) {
          for (let j = -20; j <= 20; j++) {
            const point = { alpha: Float64Array.of(a0 + (i * half) / 20), beta: b0 + (j * half) / 20 };
            const value = objective(problem, point);
            if (value < best) [best, a, b] = [value, point.alpha[0], point.beta];
          }
        }
      }
      const found = objective(problem, { alpha: Float64Array.of(a), beta: b });
      expect(primalObjective).toBeLessThanOrEqual(found + 1e-9);
      expect(primalObjective).toBeGreaterThan(found - 1e-4);
      expect(Math.abs(alpha[0])).toBeLessThan(16);
      expect(Math.abs(beta)).toBeLessThan(16);
    }
  });

  it("gives the same model whatever the order of the bags", () => {
    const problem = ordinary(3);
    const order = Array.from({ length: 30 }, (_, i) => (7 * i + 3) % 30);
    const first = run(problem);
    const second = run({
      ...problem,
      phiP: rowsAt(problem.phiP, [5, 3, 1, 0, 2, 4]),
      phiU: rowsAt(problem.phiU, order),
    });
    for (const [j, value] of first.alpha.entries()) expect(second.alpha[j]).toBeCloseTo(value, 8);
    expect(second.beta).toBeCloseTo(first.beta, 8);
    expect(second.primalObjective).toBeCloseTo(first.primalObjective, 12);
  });

  it("gives the same solution reduced to bags and reduced to features", () => {
    for (let seed = 0; seed < 10; seed++) {
      const problem = ordinary(seed, { bags: 60, features: 1 + 9 * seed });
      const byBags = run(problem, { reduceTo: "bags" });
      const byFeatures = run(problem, { reduceTo: "features" });
      expect([byBags.status, byFeatures.status]).toEqual(["solved", "solved"]);
      expect(byFeatures.primalObjective / byBags.primalObjective).toBeCloseTo(1, 10);
      for (const [j, value] of byBags.alpha.entries()) expect(byFeatures.alpha[j]).toBeCloseTo(value, 4);
    }
  });

  it("gives the same bits with both back ends", () => {
    for (const reduceTo of ["bags", "features"] as const) {
      const simd = run(ordinary(5), { reduceTo, backend: "simd" });
      expect(run(ordinary(5), { reduceTo, backend: "plain" })).toEqual(simd);
    }
  });

  it("gives the same bits again from the same preparation, after other solutions", () => {
    const { phiP, phiU, prior, lambda } = ordinary(7);
    const prepared = prepare(phiP, phiU, { prior });
    const first = solve(prepared, { lambda });
    solve(prepared, { lambda: 100 * lambda });
    solve(withPrior(prepared, 0.99), { lambda, loss: "logistic" });
    solve(prepared, { lambda, loss: "squared" });
    expect(solve(prepared, { lambda })).toEqual(first);
  });

  it("follows a path of lambdas to the solutions that each has alone", () => {
    const { phiP, phiU, prior } = ordinary(8);
    const lambdas = [10, 1, 1, 0.1, 1e-3];
    const prepared = prepare(phiP, phiU, { prior });
    const path = solvePath(prepared, lambdas);
    expect(path[2].iterations).toBe(0);
    for (const [i, lambda] of lambdas.entries()) {
      const alone = solve(prepared, { lambda });
      expect([path[i].status, alone.status]).toEqual(["solved", "solved"]);
      expect(path[i].primalObjective).toBeCloseTo(alone.primalObjective, 11);
    }
  });

  it("solves for another prior without preparing again", () => {
    const { phiP, phiU, lambda } = ordinary(9);
    const other = withPrior(prepare(phiP, phiU, { prior: 0.2 }), 0.6);
    expect(solve(other, { lambda })).toEqual(solve(prepare(phiP, phiU, { prior: 0.6 }), { lambda }));
  });

  it("survives 400 extreme problems: no exception, no NaN, no false `solved`, at least 380 solved", () => {
    let solved = 0;
    for (let seed = 0; seed < 400; seed++) {
      const problem = extreme(seed);
      const solution = run(problem);
      const { status, alpha, beta, dual } = solution;
      for (const value of [...alpha, beta, ...(dual ?? [])]) expect(Number.isFinite(value)).toBe(true);
      expect(["solved", "inaccurate"]).toContain(status);
      expect(solution.primalObjective - solution.dualObjective).toBeGreaterThanOrEqual(0);
      if (status !== "solved") continue;
      solved++;
      expect(relativeGap(problem, solution), `problem ${seed}`).toBeLessThanOrEqual(1.001e-8);
    }
    expect(solved).toBeGreaterThanOrEqual(380);
  });
});
