import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { missing } from "../../../../bagwise/test/require-all.js";
import { random } from "../../../src/base/random.js";
import { ActiveSet } from "../../../src/solver/active-set/active-set.js";
import { type BoundedDual, greedyStart, pointAt } from "../../../src/solver/active-set/bounded-dual.js";
import { pairSteps } from "../../../src/solver/active-set/pair-steps.js";
import { solveDoubleHinge } from "../../../src/solver/double-hinge.js";
import { prepare } from "../../../src/solver/prepare.js";
import type { Problem } from "../../../src/solver/problem.js";
import { golden, oracle, ordinary } from "../support.js";

const LIMITS = { tolerance: 1e-12, accept: 1e-8, maxIterations: 100 };

const preparedFor = (
  { phiP, phiU, prior }: Omit<Problem, "loss">,
  weights?: Float64Array,
  backend?: "simd" | "plain",
) => prepare(phiP, phiU, { prior, weights, reduceTo: "bags", ...(backend && { backend }) });

const weightsOf = (count: number, seed: number) => {
  const { uniform } = random(seed);
  return Float64Array.from({ length: count }, () => 0.2 + 2 * uniform());
};

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** The objective of the dual, straight from its definition. */
function dualObjective({ gram, linear, weights, kink }: BoundedDual, gamma: Float64Array): number {
  let value = 0;
  for (let i = 0; i < gamma.length; i++) {
    value += kink * Math.abs(gamma[i] - weights[i] / 2) - linear[i] * gamma[i];
    for (let j = 0; j < gamma.length; j++) value += 0.5 * gamma[i] * gram.data[i * gamma.length + j] * gamma[j];
  }
  return value;
}

describe("steps of pairs", () => {
  it("never raise the objective, and keep gamma in its box and its sum", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), fc.double({ min: -6, max: 1, noNaN: true }), (seed, power) => {
        const problem = ordinary(seed);
        const prepared = preparedFor(problem, weightsOf(30, seed));
        const { direction, prior, weights } = prepared;
        const linear = prepared.held().times(direction.map((value) => prior * value));
        const dual = { gram: prepared.gram(), linear, weights, kink: 10 ** power, total: 30 * prior };
        const point = pointAt(dual, greedyStart(dual));
        expect(sum(point.gamma)).toBeCloseTo(dual.total, 12);
        let before = dualObjective(dual, point.gamma);
        for (let step = 0; step < 40 && pairSteps(dual, point, 1) === 1; step++) {
          const after = dualObjective(dual, point.gamma);
          expect(after).toBeLessThanOrEqual(before + 1e-12 * Math.max(1, Math.abs(before)));
          before = after;
        }
        expect(sum(point.gamma)).toBeCloseTo(dual.total, 12);
        for (const [i, value] of point.gamma.entries()) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(weights[i]);
        }
        const fresh = pointAt(dual, point.gamma);
        for (const [i, value] of fresh.pull.entries()) expect(point.pull[i]).toBeCloseTo(value, 10);
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});

describe("an active set", () => {
  it("reaches the solution of the interior-point method, with and without weights", () => {
    let found = 0;
    for (let seed = 0; seed < 60; seed++) {
      const problem = ordinary(seed, { bags: 40, features: 2 + (seed % 20) });
      const prepared = preparedFor(problem, seed % 2 === 0 ? undefined : weightsOf(40, seed));
      const reached = new ActiveSet(prepared, problem.lambda, LIMITS).solve();
      if (reached === undefined) continue;
      found++;
      const { alpha } = solveDoubleHinge(prepared, problem.lambda, { ...LIMITS, activeSet: false });
      const size = Math.max(...alpha.map(Math.abs));
      for (const [j, value] of alpha.entries())
        expect(Math.abs(reached.alpha[j] * prepared.scale - value)).toBeLessThanOrEqual(1e-5 * size);
      expect(sum(reached.gamma) / 40).toBeCloseTo(problem.prior, 13);
      for (const [i, weight] of prepared.weights.entries()) {
        expect(reached.gamma[i]).toBeGreaterThanOrEqual(0);
        expect(reached.rest[i]).toBe(weight - reached.gamma[i]);
        expect(reached.rest[i]).toBeGreaterThanOrEqual(0);
      }
    }
    expect(found).toBeGreaterThanOrEqual(45);
  });

  it("ends an interior-point method whose iterates show the free bags", () => {
    let exact = 0;
    for (let seed = 0; seed < 30; seed++) {
      const problem = ordinary(seed, { bags: 60, features: 3 });
      const prepared = preparedFor(problem);
      const { certificate, reached } = solveDoubleHinge(prepared, problem.lambda, LIMITS);
      expect(certificate.relative).toBeLessThanOrEqual(1e-12);
      // An interior-point method alone puts no gamma exactly at 0.
      if (reached.gamma.includes(0)) exact++;
    }
    expect(exact).toBeGreaterThanOrEqual(25);
  });

  it("gives the same bits with both back ends, cold and from another lambda", () => {
    for (let seed = 0; seed < 10; seed++) {
      const problem = ordinary(seed, { bags: 50, features: 20 });
      const [simd, plain] = (["simd", "plain"] as const).map((backend) => {
        const prepared = preparedFor(problem, undefined, backend);
        const cold = solveDoubleHinge(prepared, problem.lambda, LIMITS);
        return [cold, solveDoubleHinge(prepared, 0.1 * problem.lambda, LIMITS, cold.reached.gamma)];
      });
      expect(plain).toEqual(simd);
    }
  });

  it("solves no system beyond its limit", () => {
    const problem = ordinary(2, { bags: 50, features: 20 });
    for (const maxIterations of [0, 1, 2]) {
      const set = new ActiveSet(preparedFor(problem), problem.lambda, { ...LIMITS, maxIterations });
      set.solve();
      expect(set.spent.iterations).toBeLessThanOrEqual(maxIterations);
    }
  });

  it("stays at rest where no bag is free: all gammas at one half", () => {
    const problem = { ...ordinary(4), prior: 0.5, lambda: 1e6 };
    const reached = new ActiveSet(preparedFor(problem), problem.lambda, LIMITS).solve();
    expect(reached?.gamma).toEqual(new Float64Array(30).fill(0.5));
    expect(reached?.iterations).toBe(0);
  });

  it("is stopped by a signal", () => {
    const problem = ordinary(1);
    const signal = AbortSignal.abort(new Error("enough"));
    expect(() => new ActiveSet(preparedFor(problem), problem.lambda, { ...LIMITS, signal }).solve()).toThrow("enough");
  });
});

describe.skipIf(missing("the oracle folder", oracle))("on the golden problems", () => {
  it.each(["elephant_0.1", "fox_0.2", "musk1_0.1"])("needs no interior-point method: %s", (name) => {
    for (const problem of golden(name)) {
      const prepared = preparedFor(problem);
      const reached = new ActiveSet(prepared, problem.lambda, LIMITS).solve();
      expect(reached).toBeDefined();
      // A tenth of the lambda has nearly the same free bags.
      const next = new ActiveSet(prepared, 0.1 * problem.lambda, LIMITS);
      expect(next.solve(reached?.gamma)).toBeDefined();
      expect(next.spent.iterations).toBeLessThanOrEqual(10);
    }
  });
});
