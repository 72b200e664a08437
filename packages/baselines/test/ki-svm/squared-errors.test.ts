import { random } from "@bagwise/core/base";
import { instanceGram } from "@bagwise/core/kernels";
import { type Matrix, matrix } from "@bagwise/core/linalg";
import { describe, expect, it } from "vitest";
import { addRidge, type ErrorGroups, squaredMachine } from "../../src/ki-svm/squared-errors.js";
import { halfSquare, valuesAt } from "../shared/machine/make.js";

/** Groups of these sizes, the first `positives` of them with sign 1, and the kernel between their samples. */
function problemWith(seed: number, sizes: readonly number[], positives: number, cost: number) {
  const generator = random(seed);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const rows = matrix(total, 2, Float64Array.from({ length: 2 * total }, generator.normal));
  const offsets = new Uint32Array(sizes.length + 1);
  for (const [g, size] of sizes.entries()) offsets[g + 1] = offsets[g] + size;
  for (let i = 0; i < offsets[positives]; i++) rows.data[2 * i] += 1.5;
  const groups: ErrorGroups = {
    offsets,
    signs: Int8Array.from(sizes, (_, g) => (g < positives ? 1 : -1)),
    costs: Float64Array.from(sizes, (_, g) => cost * (1 + 0.1 * g)),
  };
  return { gram: instanceGram({ type: "gaussian", width: 1.5 }, rows), groups };
}

function ridged(gram: Matrix, groups: ErrorGroups): Matrix {
  const result = matrix(gram.rows, gram.cols, gram.data.slice());
  addRidge(result, groups, groups.signs.keys());
  return result;
}

/** The objective as it is defined, and the bound of weak duality for these coefficients. */
function objectives(gram: Matrix, groups: ErrorGroups, own: Float64Array, beta: number) {
  const { offsets, signs, costs } = groups;
  const values = valuesAt({ gram }, { alpha: own, beta });
  const half = halfSquare({ gram }, own);
  let [objective, bound] = [half, -half];
  for (const [g, sign] of signs.entries()) {
    const samples = Array.from({ length: offsets[g + 1] - offsets[g] }, (_, k) => offsets[g] + k);
    objective += (costs[g] / 2) * Math.max(0, ...samples.map((i) => 1 - sign * values[i])) ** 2;
    const sum = samples.reduce((total, i) => total + sign * own[i], 0);
    bound += sum - sum ** 2 / (2 * costs[g]);
    for (const i of samples) expect(sign * own[i]).toBeGreaterThanOrEqual(0);
  }
  expect(Math.abs(own.reduce((sum, weight) => sum + weight, 0))).toBeLessThan(1e-9);
  return { objective, bound };
}

describe("a machine whose groups share one squared error", () => {
  const sizes = [1, 1, 2, 1, 3, 4, 1, 5];

  it("reaches the bound of weak duality on the problem as it is defined", () => {
    for (const seed of [1, 2, 3, 4, 5, 6])
      for (const cost of [0.3, 3, 100]) {
        const { gram, groups } = problemWith(seed, sizes, 4, cost);
        const { own, beta, certificate } = squaredMachine(groups).solve(ridged(gram, groups), {});
        expect(certificate.status).toBe("solved");
        const { objective, bound } = objectives(gram, groups, own, beta);
        expect(objective / bound).toBeCloseTo(1, 8);
        expect(objective / certificate.primalObjective).toBeCloseTo(1, 9);
      }
  });

  it("has rough solutions that are close, with the objective as it is defined", () => {
    for (const seed of [1, 2, 3]) {
      const { gram, groups } = problemWith(seed, sizes, 4, 30);
      const machine = squaredMachine(groups);
      const exact = machine.solve(ridged(gram, groups), {}).certificate.primalObjective;
      const { own, beta, certificate } = machine.solve(ridged(gram, groups), { rough: true });
      expect(certificate.primalObjective).toBeCloseTo(objectives(gram, groups, own, beta).objective, 9);
      expect(certificate.primalObjective).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
      expect(certificate.primalObjective / exact).toBeCloseTo(1, 2);
    }
  });

  it("knows what the ridge adds to a square", () => {
    const { gram, groups } = problemWith(4, sizes, 4, 3);
    const own = Float64Array.from({ length: gram.rows }, (_, i) => (i % 3) - 0.7);
    const added = 2 * (halfSquare({ gram: ridged(gram, groups) }, own) - halfSquare({ gram }, own));
    expect(squaredMachine(groups).ridgeSquare(own)).toBeCloseTo(added, 9);
  });

  it("says that a kernel that is not finite is invalid", () => {
    const { gram, groups } = problemWith(3, sizes, 4, 3);
    gram.data[0] = Number.NaN;
    for (const rough of [false, true])
      expect(squaredMachine(groups).solve(ridged(gram, groups), { rough }).certificate.status).toBe("invalid");
  });
});
