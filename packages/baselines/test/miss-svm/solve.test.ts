import type { MachineTask } from "@bagwise/core/training";
import { describe, expect, it } from "vitest";
import { solveMissSvm } from "../../src/miss-svm/solve.js";
import { halfSquare, taskWith, valuesAt } from "../shared/machine/make.js";

/** The objective with the absolute value and the maximum, as the page on the method has it. */
function objectiveOf(task: MachineTask, fit: { alpha: Float64Array; beta: number }): number {
  const values = valuesAt(task, fit);
  return task.bags.reduce(
    (sum, bag, i) => {
      const own = Array.from(bag, (row) => values[row]);
      const close = (value: number) => Math.max(0, 1 - Math.abs(value)) / own.length;
      const highest = Math.max(...own);
      const loss =
        task.signs[i] > 0
          ? Math.max(0, 1 - highest) + own.reduce((total, value) => total + close(value), -close(highest))
          : own.reduce((total, value) => total + Math.max(0, 1 + value), 0);
      return sum + task.costs[i] * loss;
    },
    halfSquare(task, fit.alpha),
  );
}

describe("MissSVM", () => {
  const seeds = Array.from({ length: 12 }, (_, k) => k + 1);
  const sizes = [3, 5, 1, 4, 2, 4, 3, 6];

  it("never raises the objective, and ends with that of the problem without bounds", () => {
    let moved = 0;
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4);
      const { scheme, certificate, ...fit } = solveMissSvm(task);
      const path = scheme?.path ?? [];
      if (path.length > 1) moved++;
      for (let k = 1; k < path.length; k++) expect(path[k]).toBeLessThanOrEqual(path[k - 1]);
      expect(certificate.status).toBe("solved");
      const objective = objectiveOf(task, fit);
      expect(objective).toBeLessThanOrEqual(certificate.primalObjective * (1 + 1e-9));
      expect(objective).toBeGreaterThanOrEqual(certificate.primalObjective * (1 - 1e-5));
    }
    expect(moved).toBeGreaterThan(seeds.length / 2);
  });

  it("keeps all instances of other bags on the negative side, and the witness in its bag", () => {
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4, { cost: 0.5 });
      const { state } = solveMissSvm(task);
      task.bags.forEach((bag, i) => {
        if (task.signs[i] < 0) for (const row of bag) expect(state.sides[row]).toBe(-1);
        else expect([...bag]).toContain(state.witnesses[i]);
      });
    }
  });

  it("tells clusters apart: the instance far from all others is the witness", () => {
    const task = taskWith(4, sizes, 4, { distance: 12, kernel: { type: "gaussian", width: 3 }, cost: 10 });
    const fit = solveMissSvm(task);
    const values = valuesAt(task, fit);
    task.bags.forEach((bag, i) => {
      const highest = Math.max(...Array.from(bag, (row) => values[row]));
      expect(highest > 0).toBe(task.signs[i] > 0);
    });
  });
});
