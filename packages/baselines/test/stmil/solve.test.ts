import type { MachineTask } from "@bagwise/core/training";
import { describe, expect, it } from "vitest";
import { solveStmil } from "../../src/stmil/solve.js";
import { halfSquare, taskWith, valuesAt } from "../shared/machine/make.js";

/** The objective of the paper's problem, with the absolute value. */
function objectiveOf(task: MachineTask, fit: { alpha: Float64Array; beta: number }): number {
  const values = valuesAt(task, fit);
  const { bags, signs, costs } = task;
  const total = (sign: number, of: (bag: number) => number) =>
    bags.reduce((sum, _, i) => (signs[i] === sign ? sum + of(i) : sum), 0);
  const each = (sign: number) => total(sign, (i) => costs[i]) / total(sign, (i) => bags[i].length);
  const [positive, negative] = [each(1), each(-1)];
  return bags.reduce(
    (sum, bag, i) => {
      const own = Array.from(bag, (row) => values[row]);
      const of = (loss: (value: number) => number) => own.reduce((all, value) => all + Math.max(0, loss(value)), 0);
      if (signs[i] < 0) return sum + negative * of((value) => 1 + value);
      const mean = own.reduce((all, value) => all + value, 0) / own.length;
      return sum + costs[i] * Math.max(0, 2 / own.length - 1 - mean) + positive * of((value) => 1 - Math.abs(value));
    },
    halfSquare(task, fit.alpha),
  );
}

describe("stMIL", () => {
  const seeds = Array.from({ length: 12 }, (_, k) => k + 1);
  const sizes = [3, 5, 1, 4, 2, 4, 3, 6];

  it("never raises the objective, and ends with that of the problem without bounds", () => {
    let moved = 0;
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4);
      const { scheme, certificate, ...fit } = solveStmil(task);
      const path = scheme?.path ?? [];
      if (path.length > 1) moved++;
      for (let k = 1; k < path.length; k++) expect(path[k]).toBeLessThanOrEqual(path[k - 1]);
      expect(certificate.status).toBe("solved");
      const objective = objectiveOf(task, fit);
      expect(objective).toBeLessThanOrEqual(certificate.primalObjective * (1 + 1e-9));
      expect(objective).toBeGreaterThanOrEqual(certificate.primalObjective * (1 - 1e-5));
    }
    expect(moved).toBeGreaterThan(seeds.length / 3);
  });

  it("tells clusters apart: the instance far from all others is on the positive side", () => {
    const task = taskWith(4, sizes, 4, { distance: 12, kernel: { type: "gaussian", width: 3 }, cost: 10 });
    const fit = solveStmil(task);
    const values = valuesAt(task, fit);
    task.bags.forEach((bag, i) => {
      const highest = Math.max(...Array.from(bag, (row) => values[row]));
      expect(highest > 0).toBe(task.signs[i] > 0);
    });
  });

  it("has a side for each instance of a positive bag, that of its value", () => {
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4, { cost: 0.5 });
      const fit = solveStmil(task);
      const values = valuesAt(task, fit).slice(0, 13);
      expect(fit.sides).toHaveLength(13);
      if (fit.scheme?.settled) {
        const lost = values.reduce((sum, value, i) => sum + Math.max(0, 1 - fit.sides[i] * value), 0);
        const least = values.reduce((sum, value) => sum + Math.max(0, 1 - Math.abs(value)), 0);
        expect(lost - least).toBeLessThan(1e-4);
      }
    }
  });
});
