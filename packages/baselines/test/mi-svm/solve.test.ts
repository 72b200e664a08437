import { solveMachine } from "@bagwise/core/solver";
import type { MachineTask } from "@bagwise/core/training";
import { describe, expect, it } from "vitest";
import { bestLabels, solveMiSvm } from "../../src/mi-svm/solve.js";
import { choices, halfSquare, taskWith, valuesAt } from "../shared/machine/make.js";

const ownersOf = ({ bags }: MachineTask) => Uint32Array.from(bags.flatMap((bag, i) => Array.from(bag, () => i)));

function objectiveOf(task: MachineTask, fit: { alpha: Float64Array; beta: number }, labels: ArrayLike<number>): number {
  const values = valuesAt(task, fit);
  return Array.from(ownersOf(task)).reduce(
    (sum, bag, i) => sum + task.costs[bag] * Math.max(0, 1 - labels[i] * values[i]),
    halfSquare(task, fit.alpha),
  );
}

/** All labels of the instances of a task with at least one positive in each positive bag. */
function allLabels(task: MachineTask): Int8Array[] {
  const signs = Array.from(ownersOf(task), (bag) => (task.signs[bag] > 0 ? [1, -1] : [-1]));
  return [...choices(signs)]
    .map((labels) => Int8Array.from(labels))
    .filter((labels) => task.bags.every((bag, i) => task.signs[i] < 0 || bag.some((row) => labels[row] > 0)));
}

describe("mi-SVM", () => {
  const seeds = Array.from({ length: 12 }, (_, k) => k + 1);
  const sizes = [3, 5, 1, 4, 2, 4, 3, 6];

  it("labels at least one instance of every positive bag positive, and none of the others", () => {
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4, { distance: 0.5, cost: 0.3 });
      const { labels } = solveMiSvm(task);
      task.bags.forEach((bag, i) => {
        const positive = Array.from(bag).filter((row) => labels[row] > 0).length;
        if (task.signs[i] > 0) expect(positive).toBeGreaterThan(0);
        else expect(positive).toBe(0);
      });
    }
  });

  it("never raises the objective, and ends with that of its definition", () => {
    let moved = 0;
    for (const seed of seeds) {
      const task = taskWith(seed, sizes, 4);
      const { scheme, certificate, labels, ...fit } = solveMiSvm(task);
      const path = scheme?.path ?? [];
      if (path.length > 1) moved++;
      for (let k = 1; k < path.length; k++) expect(path[k]).toBeLessThanOrEqual(path[k - 1]);
      expect(certificate.status).toBe("solved");
      expect(objectiveOf(task, fit, labels) / certificate.primalObjective).toBeCloseTo(1, 9);
      const again = bestLabels({ owners: ownersOf(task) }, Float64Array.from(valuesAt(task, fit)), task.signs);
      // No other labels suit what was found better, but for a last step that is not worth it.
      expect(objectiveOf(task, fit, again)).toBeGreaterThanOrEqual(certificate.primalObjective * (1 - 1e-5));
    }
    expect(moved).toBeGreaterThan(seeds.length / 2);
  });

  it("chooses labels than which none have less loss", () => {
    for (const seed of seeds) {
      const task = taskWith(seed, [3, 2, 4, 2], 2);
      const fit = { alpha: new Float64Array(11), beta: 0 };
      const values = Float64Array.from({ length: 11 }, (_, i) => Math.sin(7 * seed + 3 * i) - (seed % 3));
      const loss = (labels: ArrayLike<number>) =>
        Array.from(ownersOf(task)).reduce(
          (sum, bag, i) => sum + task.costs[bag] * Math.max(0, 1 - labels[i] * values[i]),
          halfSquare(task, fit.alpha),
        );
      const least = Math.min(...allLabels(task).map(loss));
      expect(loss(bestLabels({ owners: ownersOf(task) }, values, task.signs))).toBeCloseTo(least, 12);
    }
  });

  it("is never below the best labels, and finds them on easy sets", () => {
    for (const seed of [1, 2, 3, 4]) {
      for (const distance of [0.5, 8]) {
        const task = taskWith(seed, [3, 2, 3, 2], 2, { distance, kernel: { type: "linear" }, cost: 1 });
        const best = Math.min(
          ...allLabels(task).map(
            (signs) =>
              solveMachine({
                gram: task.gram,
                signs,
                costs: Float64Array.from(ownersOf(task), (bag) => task.costs[bag]),
              }).primalObjective,
          ),
        );
        const found = solveMiSvm(task).certificate.primalObjective;
        expect(found).toBeGreaterThanOrEqual(best * (1 - 1e-9));
        if (distance > 1) expect(found / best).toBeCloseTo(1, 7);
      }
    }
  });
});
