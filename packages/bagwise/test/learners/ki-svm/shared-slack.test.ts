import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { instanceGram } from "../../../src/kernels/gram/instance-gram.js";
import { type SharedSlackProblem, solveSharedSlack } from "../../../src/learners/ki-svm/shared-slack.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { solveMachine } from "../../../src/solver/machine/solve-machine.js";
import { halfSquare, valuesAt } from "../shared/machine/make.js";

/** Groups of these sizes, the first `positives` of them with sign 1. */
function problemWith(seed: number, sizes: readonly number[], positives: number, cost: number): SharedSlackProblem {
  const generator = random(seed);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const rows = matrix(total, 2, Float64Array.from({ length: 2 * total }, generator.normal));
  const offsets = new Uint32Array(sizes.length + 1);
  for (const [g, size] of sizes.entries()) offsets[g + 1] = offsets[g] + size;
  for (let i = 0; i < offsets[positives]; i++) rows.data[2 * i] += 1.5;
  return {
    gram: instanceGram({ type: "gaussian", width: 1.5 }, rows),
    offsets,
    signs: Int8Array.from(sizes, (_, g) => (g < positives ? 1 : -1)),
    costs: Float64Array.from(sizes, (_, g) => cost * (1 + 0.1 * g)),
  };
}

describe("a machine whose groups share one error", () => {
  const sizes = [1, 1, 2, 1, 3, 4, 1, 5];

  it("reaches the bound of weak duality on the problem as it is defined", () => {
    for (const seed of [1, 2, 3, 4, 5, 6])
      for (const cost of [0.3, 3, 100]) {
        const problem = problemWith(seed, sizes, 4, cost);
        const { gram, offsets, signs, costs } = problem;
        const { own, beta, certificate } = solveSharedSlack(problem);
        expect(certificate.status).toBe("solved");
        const values = valuesAt({ gram }, { alpha: own, beta });
        const half = halfSquare({ gram }, own);
        let [objective, bound] = [half, -half];
        for (const [g, sign] of signs.entries()) {
          const samples = Array.from({ length: offsets[g + 1] - offsets[g] }, (_, k) => offsets[g] + k);
          objective += costs[g] * Math.max(0, ...samples.map((i) => 1 - sign * values[i]));
          const sum = samples.reduce((total, i) => total + sign * own[i], 0);
          bound += sum;
          for (const i of samples) expect(sign * own[i]).toBeGreaterThanOrEqual(0);
          expect(sum).toBeLessThanOrEqual(costs[g] * (1 + 1e-12));
        }
        expect(Math.abs(own.reduce((sum, weight) => sum + weight, 0))).toBeLessThan(1e-10 * cost);
        expect(objective / bound).toBeCloseTo(1, 7);
        expect(objective / certificate.primalObjective).toBeCloseTo(1, 9);
      }
  });

  it("is the plain machine if every group has one sample", () => {
    const problem = problemWith(2, [1, 1, 1, 1, 1, 1, 1], 3, 2);
    const plain = solveMachine(problem);
    expect(solveSharedSlack(problem).certificate.primalObjective).toBeCloseTo(plain.primalObjective, 8);
  });

  it("starts from a solution and stays there, and rough solutions are close", () => {
    const problem = problemWith(3, sizes, 4, 3);
    const exact = solveSharedSlack(problem);
    expect(solveSharedSlack(problem, { start: exact.own }).certificate.iterations).toBeLessThan(20);
    const rough = solveSharedSlack(problem, { rough: true }).certificate;
    expect(rough.primalObjective / exact.certificate.primalObjective).toBeCloseTo(1, 2);
    expect(rough.iterations).toBeLessThan(exact.certificate.iterations);
  });

  it("says that a kernel that is not finite is invalid", () => {
    const problem = problemWith(3, sizes, 4, 3);
    problem.gram.data[0] = Number.NaN;
    expect(solveSharedSlack(problem).certificate.status).toBe("invalid");
  });
});
