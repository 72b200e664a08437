import { solveMachine } from "@bagwise/core/solver";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sbmilSolver, topLabels } from "../../src/sbmil/solve.js";
import { solveSmil } from "../../src/smil/solve.js";
import { taskWith, valuesAt } from "../shared/machine/make.js";

describe("sbMIL", () => {
  const sizes = [3, 5, 1, 4, 2, 4, 3, 6];

  it("labels the share of highest marked values positive, and never fewer than asked for", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(5),
        (numbers, share, least) => {
          const marked = numbers.map((_, i) => i % 3 !== 1);
          const labels = topLabels(Float64Array.from(numbers), marked, { share, least: Math.max(1, least) });
          const among = numbers.filter((_, i) => marked[i]).sort((a, b) => b - a);
          const wanted = Math.min(among.length, Math.max(1, least, Math.round(share * among.length)));
          const chosen = among.slice(0, wanted);
          numbers.forEach((value, i) => {
            expect(labels[i]).toBe(marked[i] && chosen.includes(value) ? 1 : -1);
          });
        },
      ),
      { seed: 3 },
    );
  });

  it("trains a plain SVM on the labels that sMIL gives", () => {
    for (const seed of [1, 2, 3, 4])
      for (const share of [0.1, 0.4, 1]) {
        const task = taskWith(seed, sizes, 4, { setting: { share } });
        const fit = sbmilSolver()(task);
        const values = valuesAt(task, solveSmil(task)).slice(0, 13);
        const count = Math.max(4, Math.round(13 * share));
        const cut = [...values].sort((a, b) => b - a)[count - 1];
        const labels = Int8Array.from({ length: task.gram.rows }, (_, i) => (values[i] >= cut ? 1 : -1));
        expect(fit.labels).toEqual(labels);
        const { costs, signs } = task;
        const total = (sign: number) => costs.reduce((sum, cost, i) => (signs[i] === sign ? sum + cost : sum), 0);
        const each = (sign: number) => total(sign) / labels.filter((label) => label === sign).length;
        const plain = solveMachine({ gram: task.gram, signs: labels, costs: Float64Array.from(labels, each) });
        expect(fit.certificate.status).toBe("solved");
        expect(fit.certificate.primalObjective).toBeCloseTo(plain.primalObjective, 9);
      }
  });

  it("gives the same again from what it remembers", () => {
    const solve = sbmilSolver();
    const task = taskWith(2, sizes, 4, { setting: { share: 0.3 } });
    const other = { ...task, costs: task.costs.map((cost) => 3 * cost) };
    const [first, others] = [solve(task), solve(other)];
    expect(solve(task).alpha).toEqual(first.alpha);
    expect(sbmilSolver()(other).alpha).toEqual(others.alpha);
    expect(others.certificate.primalObjective).not.toBe(first.certificate.primalObjective);
  });
});
