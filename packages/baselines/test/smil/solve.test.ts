import { solveMachine } from "@bagwise/core/solver";
import type { MachineTask } from "@bagwise/core/training";
import { describe, expect, it } from "vitest";
import { sparseBags } from "../../src/shared/machine/sparse-bags.js";
import { solveSmil } from "../../src/smil/solve.js";
import { halfSquare, taskWith, valuesAt } from "../shared/machine/make.js";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The objective of the paper's problem, from its definition. */
function objectiveOf(task: MachineTask, fit: { alpha: Float64Array; beta: number }): number {
  const values = valuesAt(task, fit);
  const { bags, signs, costs } = task;
  const instances = bags.reduce((sum, bag, i) => (signs[i] < 0 ? sum + bag.length : sum), 0);
  const negative = costs.reduce((sum, cost, i) => (signs[i] < 0 ? sum + cost : sum), 0);
  return bags.reduce(
    (sum, bag, i) => {
      const own = Array.from(bag, (row) => values[row]);
      if (signs[i] > 0) return sum + costs[i] * Math.max(0, (2 - own.length) / own.length - mean(own));
      return sum + (negative / instances) * own.reduce((total, value) => total + Math.max(0, 1 + value), 0);
    },
    halfSquare(task, fit.alpha),
  );
}

describe("sMIL", () => {
  const seeds = Array.from({ length: 8 }, (_, k) => k + 1);
  const sizes = [3, 5, 1, 4, 2, 4, 3, 6];

  it("reaches the bound of weak duality on the problem of the paper", () => {
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4, { cost: 1 + seed });
      const { own, certificate, ...fit } = solveSmil(task);
      const { rows, signs, costs, margins } = sparseBags(task);
      expect(certificate.status).toBe("solved");
      // Coefficients in their boxes with sum 0 prove a bound, whoever found them.
      expect(Math.abs(own.reduce((sum, weight) => sum + weight, 0))).toBeLessThan(1e-12);
      own.forEach((weight, i) => {
        expect(signs[i] * weight).toBeGreaterThanOrEqual(0);
        expect(signs[i] * weight).toBeLessThanOrEqual(costs[i]);
      });
      const spread = new Float64Array(task.gram.rows);
      for (const [i, each] of rows.entries()) for (const row of each) spread[row] += own[i] / each.length;
      const bound = own.reduce((sum, weight, i) => sum + signs[i] * margins[i] * weight, -halfSquare(task, spread));
      expect(objectiveOf(task, fit) / bound).toBeCloseTo(1, 9);
    }
  });

  it("asks nothing more of a bag in which one instance has a value of 1 and all others -1", () => {
    const { margins, rows, positives } = sparseBags(taskWith(1, sizes, 4));
    expect(positives).toBe(4);
    for (let i = 0; i < positives; i++) {
      const values = Array.from(rows[i], (_, k) => (k === 0 ? 1 : -1));
      expect(margins[i]).toBeCloseTo(mean(values), 12);
    }
    expect(new Set(margins.subarray(positives))).toEqual(new Set([1]));
  });

  it("is the plain SVM on bags of one instance", () => {
    const task = taskWith(5, [1, 1, 1, 1, 1, 1, 1], 3);
    const even = { ...task, costs: task.costs.map((_, i) => (i < 3 ? 2 : 1)) };
    const { signs, costs } = even;
    const plain = solveMachine({ gram: task.gram, signs, costs });
    expect(solveSmil(even).certificate.primalObjective).toBeCloseTo(plain.primalObjective, 9);
  });

  it("finds the instance apart from all others", () => {
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4, { distance: 12, kernel: { type: "gaussian", width: 3 }, cost: 10 });
      const values = valuesAt(task, solveSmil(task));
      const tops = task.bags.map((bag) => Math.max(...Array.from(bag, (row) => values[row])));
      expect(Math.min(...tops.slice(0, 4))).toBeGreaterThan(Math.max(...tops.slice(4)));
    }
  });
});
