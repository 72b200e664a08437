import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix } from "../../../bagwise/src/entries/linalg.js";
import { InputError } from "../../src/base/errors.js";
import { random } from "../../src/base/random.js";
import { prepare } from "../../src/solver/prepare.js";
import { LOSSES, type Loss, type Problem } from "../../src/solver/problem.js";
import { solve, solvePath } from "../../src/solver/solve.js";
import { decisionValues, LOSS, lowerBound, objective, pull, relativeGap } from "./recompute.js";
import { smo } from "./smo.js";
import { extreme, ordinary, rowsAt } from "./support.js";

type Reduction = { reduceTo?: "bags" | "features"; backend?: "simd" | "plain" };

const run = ({ phiP, phiU, prior, weights, ...problem }: Problem, options: Reduction = {}) =>
  solve(prepare(phiP, phiU, { prior, weights, ...options }), problem);

/** The problem with weights over two orders of magnitude. */
function weighted(problem: Problem, seed: number): Problem {
  const draw = random(seed + 1000);
  const weights = Float64Array.from({ length: problem.phiU.rows }, () => 10 ** (2 * draw.uniform() - 1));
  return { ...problem, weights };
}

const REDUCTIONS = ["bags", "features"] as const;

describe.each(LOSSES)("weights of the rows, with the loss %s", (loss: Loss) => {
  it("give a certificate that agrees with the definition", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom(...REDUCTIONS), (seed, reduceTo) => {
        const problem = { ...weighted(ordinary(seed), seed), loss };
        const solution = run(problem, { reduceTo });
        expect(solution.status).toBe("solved");
        expect(objective(problem, solution)).toBeCloseTo(solution.primalObjective, 11);
        expect(relativeGap(problem, solution)).toBeLessThanOrEqual(1e-10);
        const gamma = solution.dual ?? new Float64Array(0);
        expect(gamma.reduce((sum, value) => sum + value, 0) / gamma.length).toBeCloseTo(problem.prior, 12);
        for (const [j, own] of pull(problem, gamma).entries()) {
          expect(problem.lambda * solution.alpha[j]).toBeCloseTo(own, 6);
        }
      }),
      { seed: 5, numRuns: 40 },
    );
  });

  it.each(REDUCTIONS)("that are whole numbers mean what repeated rows mean, reduced to %s", (reduceTo) => {
    for (let seed = 0; seed < 8; seed++) {
      const problem = { ...ordinary(seed, { features: seed < 4 ? 3 : 30 }), loss };
      const draw = random(seed);
      const weights = Float64Array.from({ length: problem.phiU.rows }, () => 1 + draw.below(4));
      const places = Array.from(weights).flatMap((times, i) => new Array<number>(times).fill(i));
      const once = run({ ...problem, weights }, { reduceTo });
      const repeated = run({ ...problem, phiU: rowsAt(problem.phiU, places) }, { reduceTo });
      expect([once.status, repeated.status]).toEqual(["solved", "solved"]);
      expect(once.primalObjective).toBeCloseTo(repeated.primalObjective, 10);
      for (const [j, value] of repeated.alpha.entries()) expect(once.alpha[j]).toBeCloseTo(value, 5);
      expect(once.beta).toBeCloseTo(repeated.beta, 5);
    }
  });

  it("that are equal change nothing, whatever they are", () => {
    for (let seed = 0; seed < 6; seed++) {
      const problem = { ...ordinary(seed), loss };
      const plain = run(problem);
      for (const weight of [1, 0.3, 1e-9]) {
        const weights = new Float64Array(30).fill(weight);
        const same = run({ ...problem, weights });
        expect(same.primalObjective).toBeCloseTo(plain.primalObjective, 12);
        for (const [j, value] of plain.alpha.entries()) expect(same.alpha[j]).toBeCloseTo(value, 7);
        expect(same.beta).toBeCloseTo(plain.beta, 7);
      }
    }
  });

  it("give the risk of positive, negative and unlabeled bags", () => {
    const problem = { ...ordinary(12, { bags: 40 }), loss };
    const { phiP, phiU, prior, lambda } = problem;
    const part = (from: number, to: number) => matrix(to - from, 4, phiU.data.slice(4 * from, 4 * to));
    const [u, n] = [part(0, 28), part(28, 40)];
    const share = 0.35;
    const second = matrix(46, 4, Float64Array.of(...u.data, ...n.data, ...phiP.data));
    const weights = Float64Array.from({ length: 46 }, (_, i) =>
      i < 28 ? (1 - share) / 28 : i < 40 ? (share * (1 - prior)) / 12 : (share * prior) / 6,
    );
    const solution = run({ ...problem, phiU: second, weights });
    expect(solution.status).toBe("solved");
    const mean = (phi: typeof u, of: (g: number) => number) =>
      decisionValues(phi, solution).reduce((sum, g) => sum + of(g) / phi.rows, 0);
    const pu = -prior * mean(phiP, (g) => g) + mean(u, (g) => LOSS[loss](-g));
    const pn = prior * mean(phiP, LOSS[loss]) + (1 - prior) * mean(n, (g) => LOSS[loss](-g));
    const penalty = (lambda / 2) * solution.alpha.reduce((sum, a) => sum + a * a, 0);
    expect(solution.primalObjective).toBeCloseTo((1 - share) * pu + share * pn + penalty, 10);
  });

  it("are followed by a path of lambdas, and a warm start that is outside of them is ignored", () => {
    const { phiP, phiU, prior, weights } = weighted(ordinary(8), 8);
    const prepared = prepare(phiP, phiU, { prior, weights });
    const lambdas = [10, 1, 1, 0.1, 1e-3];
    const path = solvePath(prepared, lambdas, { loss });
    if (loss !== "squared") expect(path[2].iterations).toBe(0);
    for (const [i, lambda] of lambdas.entries()) {
      const alone = solve(prepared, { lambda, loss });
      expect([path[i].status, alone.status]).toEqual(["solved", "solved"]);
      expect(path[i].primalObjective).toBeCloseTo(alone.primalObjective, 11);
      const warmStart = { lambda, alpha: alone.alpha, dual: new Float64Array(phiU.rows).fill(prior) };
      expect(solve(prepared, { lambda, loss, warmStart })).toEqual(alone);
    }
  });

  it("give the same bits with both back ends, and again after other solutions", () => {
    for (const reduceTo of REDUCTIONS) {
      const problem = { ...weighted(ordinary(6), 6), loss };
      const simd = run(problem, { reduceTo, backend: "simd" });
      expect(run(problem, { reduceTo, backend: "plain" })).toEqual(simd);
      const prepared = prepare(problem.phiP, problem.phiU, { ...problem, reduceTo });
      solve(prepared, { lambda: 100 * problem.lambda, loss: "double-hinge" });
      expect(solve(prepared, problem)).toEqual(simd);
    }
  });

  it("survive extreme problems: no exception, no NaN, no false `solved`", () => {
    let solved = 0;
    for (let seed = 0; seed < 150; seed++) {
      const problem = weighted(extreme(seed, loss), seed);
      const solution = run(problem);
      for (const value of [...solution.alpha, solution.beta]) expect(Number.isFinite(value)).toBe(true);
      expect(solution.primalObjective - solution.dualObjective).toBeGreaterThanOrEqual(0);
      if (solution.status !== "solved") continue;
      solved++;
      expect(relativeGap(problem, solution), `problem ${seed}`).toBeLessThanOrEqual(1.001e-8);
    }
    expect(solved).toBeGreaterThanOrEqual(loss === "squared" ? 100 : 135);
  });

  it("are solved where there are many more rows than features", () => {
    const many = weighted(ordinary(2, { bags: 2000, features: 10 }), 2);
    expect(run({ ...many, loss }).status).toBe("solved");
  });
});

describe("the weighted double hinge", () => {
  it("agrees with sequential minimal optimisation", () => {
    for (let seed = 0; seed < 12; seed++) {
      const problem = weighted(ordinary(seed, { bags: 24, features: seed < 6 ? 3 : 30 }), seed);
      const { gamma, violation } = smo(problem);
      expect(violation).toBeLessThan(1e-10);
      const bound = lowerBound(problem, gamma);
      const { primalObjective } = run(problem);
      expect(Math.abs(primalObjective - bound)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(bound)));
    }
  });

  it("has the best of all biases, and the middle where several are best", () => {
    // No feature: the risk as a function of the bias alone has its kinks at -1 and 1.
    const solution = solve(prepare(matrix(1, 0), matrix(3, 0), { prior: 0.5, weights: Float64Array.of(1, 2, 5) }), {
      lambda: 1,
    });
    expect(solution).toMatchObject({ status: "solved", beta: 0 });
    expect(solution.primalObjective).toBeCloseTo(0.5, 14);
  });
});

it.each([
  ["too few", Float64Array.of(1, 2)],
  ["a weight of 0", new Float64Array(30)],
  ["a negative weight", new Float64Array(30).fill(1).with(3, -1)],
  ["no number", new Float64Array(30).fill(1).with(3, Number.NaN)],
  ["one without an end", new Float64Array(30).fill(1).with(3, Infinity)],
])("refuses weights with %s", (_, weights) => {
  const { phiP, phiU, prior } = ordinary(1);
  expect(() => prepare(phiP, phiU, { prior, weights })).toThrow(InputError);
  expect(() => prepare(phiP, phiU, { prior, weights })).toThrow(expect.objectContaining({ code: "weights" }));
});
