import { topCount } from "@bagwise/core/scorers";
import { solveMachine } from "@bagwise/core/solver";
import type { MachineTask } from "@bagwise/core/training";
import { describe, expect, it } from "vitest";
import { fullCost } from "../../../src/shared/machine/instance-rows.js";
import { solveTopInstances, type TopRule } from "../../../src/shared/machine/top-instances.js";
import { choices, halfSquare, taskWith, valuesAt } from "./make.js";

const WITNESS: TopRule = { count: () => 1, cost: fullCost };
const HALF: TopRule = { count: (size) => topCount(0.5, size), cost: (cost, size) => cost / topCount(0.5, size) };

/** The objective by its definition. */
function objectiveOf(task: MachineTask, fit: { alpha: Float64Array; beta: number }, rule: TopRule): number {
  const values = valuesAt(task, fit);
  return task.bags.reduce(
    (sum, bag, i) => {
      const own = Array.from(bag, (row) => values[row]).sort((a, b) => b - a);
      const top = own.slice(0, rule.count(bag.length));
      const loss =
        task.signs[i] > 0
          ? task.costs[i] * Math.max(0, 1 - top.reduce((total, value) => total + value, 0) / top.length)
          : rule.cost(task.costs[i], bag.length) * own.reduce((total, value) => total + Math.max(0, 1 + value), 0);
      return sum + loss;
    },
    halfSquare(task, fit.alpha),
  );
}

/** The least objective over all witnesses, each by a convex problem. */
function bruteForce({ gram, bags, signs, costs }: MachineTask): number {
  const positive = bags.filter((_, i) => signs[i] > 0);
  const others = bags.flatMap((bag, i) => (signs[i] > 0 ? [] : Array.from(bag, (row) => ({ row, cost: costs[i] }))));
  let least = Infinity;
  for (const witnesses of choices(positive.map((bag) => [...bag]))) {
    const rows = [...witnesses, ...others.map(({ row }) => row)];
    const kernel = Float64Array.from(rows.flatMap((i) => rows.map((j) => gram.data[i * gram.cols + j])));
    const { primalObjective } = solveMachine({
      gram: { rows: rows.length, cols: rows.length, data: kernel },
      signs: Int8Array.from(rows, (_, k) => (k < witnesses.length ? 1 : -1)),
      costs: Float64Array.from(rows, (_, k) => (k < witnesses.length ? costs[k] : others[k - witnesses.length].cost)),
    });
    least = Math.min(least, primalObjective);
  }
  return least;
}

describe.each([
  ["one witness", WITNESS],
  ["the top half", HALF],
])("a machine on %s of each positive bag", (_, rule) => {
  const seeds = Array.from({ length: 12 }, (__, k) => k + 1);
  const sizes = [3, 5, 1, 4, 2, 4, 3, 6];

  it("ends with the objective of its definition, and never raises it on the way", () => {
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4, { distance: 1 });
      const { scheme, certificate, ...fit } = solveTopInstances(task, rule);
      const path = scheme?.path ?? [];
      for (let k = 1; k < path.length; k++) expect(path[k]).toBeLessThanOrEqual(path[k - 1]);
      expect(certificate.status).toBe("solved");
      expect(path[path.length - 1]).toBe(certificate.primalObjective);
      // The definition takes the best instances, so that it is not above the last convex problem.
      const objective = objectiveOf(task, fit, rule);
      expect(objective).toBeLessThanOrEqual(certificate.primalObjective * (1 + 1e-9));
      if (scheme?.settled) expect(objective).toBeGreaterThanOrEqual(certificate.primalObjective * (1 - 1e-5));
    }
  });

  it("is a fixed point: the chosen instances are the highest of their bags", () => {
    let fixed = 0;
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4);
      const { chosen, ...fit } = solveTopInstances(task, rule);
      const values = valuesAt(task, fit);
      const isTop = chosen.every((rows, i) => {
        const lowest = Math.min(...Array.from(rows, (row) => values[row]));
        const rest = Array.from(task.bags[i]).filter((row) => !rows.includes(row));
        expect(rows.length).toBe(rule.count(task.bags[i].length));
        return rest.every((row) => values[row] <= lowest + 1e-6);
      });
      if (isTop) fixed++;
    }
    // A step that is worth less than a millionth of the objective may be left.
    expect(fixed).toBeGreaterThanOrEqual(seeds.length - 1);
  });
});

describe("MI-SVM", () => {
  it("is never below the best choice of witnesses, and finds it on easy sets", () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const hard = taskWith(seed, [3, 2, 4, 3, 2, 3], 3, { distance: 0.5 });
      const found = solveTopInstances(hard, WITNESS).certificate.primalObjective;
      expect(found).toBeGreaterThanOrEqual(bruteForce(hard) * (1 - 1e-9));
      const easy = taskWith(seed, [3, 2, 4, 3, 2, 3], 3, { distance: 12, kernel: { type: "gaussian", width: 3 } });
      const best = bruteForce(easy);
      expect(solveTopInstances(easy, WITNESS).certificate.primalObjective).toBeCloseTo(best, 7);
    }
  });
});
