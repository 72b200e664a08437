import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/base/errors.js";
import { random } from "../../../src/base/random.js";
import { exactSum } from "../../../src/linalg/doubled.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { boxOf, type MachineProblem } from "../../../src/solver/machine/problem.js";
import { solveMachine } from "../../../src/solver/machine/solve-machine.js";
import { WORKING } from "../../../src/solver/machine/working-samples.js";
import { machine, objectiveOf } from "./make.js";

/** The maximum of the dual by projected coordinate pairs in random order: slow, simple and independent. */
function slowDual(problem: MachineProblem, sweeps: number): number {
  const { gram } = problem;
  const { low, high, target } = boxOf(problem);
  const n = gram.rows;
  const alpha = new Float64Array(n);
  const product = (i: number) => alpha.reduce((sum, value, j) => sum + value * gram.data[i * n + j], 0);
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) {
        const slope = product(j) - target[j] - product(i) + target[i];
        const curvature = gram.data[i * n + i] + gram.data[j * n + j] - 2 * gram.data[i * n + j];
        const most = Math.min(high[i] - alpha[i], alpha[j] - low[j]);
        const least = Math.max(low[i] - alpha[i], alpha[j] - high[j]);
        const by = Math.min(most, Math.max(least, slope / Math.max(curvature, 1e-12)));
        alpha[i] += by;
        alpha[j] -= by;
      }
  return alpha.reduce((sum, value, i) => sum + value * (target[i] - 0.5 * product(i)), 0);
}

const PROBLEMS = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  samples: fc.integer({ min: 2, max: 40 }),
  cost: fc.constantFrom(0.01, 1, 100, 1000),
  features: fc.integer({ min: 1, max: 5 }),
  copies: fc.constantFrom(1, 1, 2),
  uneven: fc.boolean(),
  kernel: fc.constantFrom(
    { type: "gaussian", width: 1.5 } as const,
    { type: "linear" } as const,
    { type: "polynomial", degree: 2, offset: 1 } as const,
  ),
});

describe("a hinge-loss machine", () => {
  it("is solved roughly as well as steps of pairs do, with the objective of what it returns", () => {
    fc.assert(
      fc.property(PROBLEMS, ({ seed, samples, ...options }) => {
        const problem = machine(seed, samples, { ...options, cost: Math.min(options.cost, 100) });
        const exact = solveMachine(problem);
        const { status, alpha, beta, primalObjective } = solveMachine(problem, { rough: true });
        const total = problem.costs.reduce((sum, cost) => sum + cost, 0);
        expect(status).toBe("solved");
        // Conditions that hold up to 0.001 leave no more than that for each unit of cost.
        expect(primalObjective).toBeGreaterThanOrEqual(exact.dualObjective - 1e-9 * total);
        expect(primalObjective).toBeLessThanOrEqual(exact.primalObjective + 1.001e-3 * total);
        expect(Math.abs(objectiveOf(problem, alpha, beta) - primalObjective)).toBeLessThanOrEqual(1e-9 * total);
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it("is solved with proof, with coefficients in their box that sum to 0 exactly", () => {
    fc.assert(
      fc.property(PROBLEMS, ({ seed, samples, ...options }) => {
        const problem = machine(seed, samples, options);
        const { status, alpha, beta, primalObjective, dualObjective, gap, relativeGap } = solveMachine(problem);
        const { low, high } = boxOf(problem);
        // A huge cost times the last digit of the bias may exceed a tiny objective.
        const rounding = 1e-15 * problem.costs.reduce((sum, cost) => sum + cost, 0);
        expect(status === "solved" || gap <= rounding).toBe(true);
        expect(status === "solved").toBe(relativeGap <= 1e-8);
        alpha.forEach((value, i) => {
          expect(value >= low[i] && value <= high[i]).toBe(true);
        });
        expect(exactSum(alpha)).toBe(0);
        const difference = Math.abs(objectiveOf(problem, alpha, beta) - primalObjective);
        expect(difference).toBeLessThan(1e-9 * primalObjective + rounding);
        expect(dualObjective).toBeLessThanOrEqual(primalObjective * (1 + 1e-9) + rounding);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it("tells the value of each sample, with proof and without", () => {
    for (const rough of [true, false]) {
      const problem = machine(2, 30, { cost: 10 });
      const { alpha, values } = solveMachine(problem, { rough });
      values.forEach((value, i) => {
        const wanted = alpha.reduce((sum, weight, j) => sum + weight * problem.gram.data[i * 30 + j], 0);
        expect(value).toBeCloseTo(wanted, 9);
      });
    }
  });

  it("reaches the optimum that slow steps in random order reach", () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const problem = machine(seed, 12, { cost: 2, uneven: seed % 2 === 0 });
      const { primalObjective } = solveMachine(problem);
      expect(slowDual(problem, 3000)).toBeCloseTo(primalObjective, 6);
    }
  });

  it("no other coefficients or bias do better", () => {
    const problem = machine(8, 15, { uneven: true, cost: 3 });
    const { alpha, beta, primalObjective } = solveMachine(problem);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 16, maxLength: 16 }), (shift) => {
        const moved = alpha.map((value, i) => value + 0.1 * shift[i]);
        expect(objectiveOf(problem, moved, beta + shift[15])).toBeGreaterThanOrEqual(primalObjective - 1e-9);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("gives the margin of two points in closed form", () => {
    const problem = { gram: matrix(2, 2, Float64Array.of(1, -1, -1, 1)), signs: Int8Array.of(1, -1) };
    // x = 1 and -1: w = 1, alpha = 1/2 each; with costs below that, alpha is at its bound.
    const { alpha, beta, primalObjective } = solveMachine({ ...problem, costs: Float64Array.of(9, 9) });
    expect([...alpha, beta, primalObjective]).toEqual([0.5, -0.5, 0, 0.5]);
    const bound = solveMachine({ ...problem, costs: Float64Array.of(0.25, 0.25) });
    expect([...bound.alpha, bound.beta, bound.primalObjective]).toEqual([0.25, -0.25, 0, 0.375]);
  });

  it("needs fewer steps from the solution of a similar problem, and finds the same optimum", () => {
    const problem = machine(4, 300, { cost: 10 });
    const cold = solveMachine(problem);
    const near = { ...problem, costs: problem.costs.map((cost) => 1.01 * cost) };
    const warm = solveMachine(near, { start: cold.alpha });
    const fresh = solveMachine(near);
    expect(warm.iterations).toBeLessThan(fresh.iterations / 2);
    expect(warm.primalObjective).toBeCloseTo(fresh.primalObjective, 6);
  });

  it("is solved from some samples at a time, with the same bits in both back ends", () => {
    // More than steps of pairs look at together.
    const problem = machine(3, WORKING + 140, { cost: 5, features: 4 });
    const solution = solveMachine(problem);
    expect(solution.iterations).toBeGreaterThan(1000);
    expect(solution.status).toBe("solved");
    expect(solution.relativeGap).toBeLessThan(1e-11);
    expect(solveMachine(problem, { backend: "plain" })).toEqual(solution);
  });

  it("has the same optimum wherever it starts, up to the gap", () => {
    fc.assert(
      fc.property(PROBLEMS, fc.integer({ min: 1, max: 1e6 }), ({ seed, samples, ...options }, other) => {
        const problem = machine(seed, samples, { ...options, cost: Math.min(options.cost, 100) });
        const { low, high } = boxOf(problem);
        const generator = random(other);
        const start = low.map((value, i) => value + (high[i] - value) * generator.uniform());
        const [cold, warm] = [solveMachine(problem), solveMachine(problem, { start })];
        expect(warm.status).toBe(cold.status);
        const most = cold.gap + warm.gap + 1e-12 * cold.primalObjective;
        expect(Math.abs(cold.dualObjective - warm.dualObjective)).toBeLessThanOrEqual(most);
      }),
      { seed: 6, numRuns: 150 },
    );
  });

  it("of one class alone is no function but a bias that pleases all", () => {
    const gram = matrix(3, 3, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1));
    for (const sign of [1, -1]) {
      const costs = Float64Array.of(1, 2, 3);
      const { status, alpha, beta, primalObjective } = solveMachine({
        gram,
        signs: new Int8Array(3).fill(sign),
        costs,
      });
      expect([status, ...alpha, beta, primalObjective]).toEqual(["solved", 0, 0, 0, sign, 0]);
    }
  });

  it("says what it cannot solve, and refuses what does not fit together", () => {
    const problem = machine(1, 5);
    const broken = {
      ...problem,
      gram: matrix(
        5,
        5,
        problem.gram.data.map((value, i) => (i % 6 === 0 ? value : Number.NaN)),
      ),
    };
    expect(solveMachine(broken)).toMatchObject({ status: "invalid", relativeGap: Infinity });
    expect(solveMachine(machine(1, 200, { cost: 1e6 }), { maxIterations: 3 }).status).toBe("iteration-limit");
    expect(() => solveMachine({ ...problem, costs: new Float64Array(4) })).toThrow(InputError);
  });

  it("stops when it is aborted", () => {
    const signal = AbortSignal.abort(new Error("enough"));
    expect(() => solveMachine(machine(1, 5), { signal })).toThrow("enough");
  });

  it("has the same bits in both back ends", () => {
    fc.assert(
      fc.property(PROBLEMS, fc.boolean(), ({ seed, samples, ...options }, rough) => {
        const problem = machine(seed, samples, options);
        const [plain, simd] = (["plain", "simd"] as const).map((backend) => solveMachine(problem, { backend, rough }));
        expect(plain).toEqual(simd);
      }),
      { seed: 7, numRuns: 100 },
    );
    const problem = machine(2, 350, { cost: 10 });
    expect(solveMachine(problem, { backend: "plain" })).toEqual(solveMachine(problem, { backend: "simd" }));
  });
});
