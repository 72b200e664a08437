import { solveMachine } from "@bagwise/core/solver";
import { kernelOfRows, type MachineTask } from "@bagwise/core/training";
import { describe, expect, it } from "vitest";
import { squareOf, violatedAssignment, weighed } from "../../src/ki-svm/assignments.js";
import { combinedKernel, combinedKernels } from "../../src/ki-svm/combined-kernel.js";
import { type KiLimits, kiSolver, type Slack } from "../../src/ki-svm/solve.js";
import { choices, halfSquare, taskWith, valuesAt } from "../shared/machine/make.js";

const THOROUGH: KiLimits = { assignments: 60, mixtures: 300, worth: 1e-6, rough: false };
const SLACKS: readonly Slack[] = ["bag", "instance"];
const sizes = [3, 2, 4, 2, 3, 1];

const positivesOf = ({ bags, signs }: MachineTask) => bags.filter((_, i) => signs[i] > 0);
const othersOf = ({ bags, signs }: MachineTask) =>
  Uint32Array.from(bags.flatMap((bag, i) => (signs[i] < 0 ? Array.from(bag) : [])));
const partsOf = (task: MachineTask) => ({ gram: task.gram, positive: positivesOf(task), rows: othersOf(task) });
const allKeys = (task: MachineTask) =>
  [...choices(positivesOf(task).map((bag) => Array.from(bag)))].map((keys) => Uint32Array.from(keys));

/** The coefficients of positive bags and of the rows of all others, as the dual has them. */
function dualOf(task: MachineTask, { alpha }: { readonly alpha: Float64Array }): Float64Array {
  const bags = positivesOf(task).map((bag) => bag.reduce((sum, row) => sum + alpha[row], 0));
  return Float64Array.from([...bags, ...Array.from(othersOf(task), (row) => alpha[row])]);
}

/** What squared errors add to the square of coefficients: one for each group that shares an error. */
function ridgeSquare(task: MachineTask, slack: Slack, dual: Float64Array): number {
  const [costs, sums]: [number[], number[]] = [[], []];
  let at = positivesOf(task).length;
  task.bags.forEach((bag, i) => {
    if (task.signs[i] > 0) {
      costs.push(task.costs[i]);
      sums.push(dual[costs.length - 1]);
      return;
    }
    const own = Array.from(bag, () => dual[at++]);
    if (slack === "bag") {
      costs.push(task.costs[i]);
      sums.push(own.reduce((sum, weight) => sum + weight, 0));
    } else {
      costs.push(...own.map(() => task.costs[i]));
      sums.push(...own);
    }
  });
  return sums.reduce((total, sum, g) => total + sum ** 2 / costs[g], 0);
}

describe("KI-SVM", () => {
  it.each(SLACKS)(
    "is within one per cent of the optimum over all assignments of key instances, by the dual (%s)",
    (slack) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const task = taskWith(seed, sizes, 3);
        const fit = kiSolver(slack, THOROUGH)(task);
        const dual = dualOf(task, fit);
        const parts = partsOf(task);
        const found = weighed(parts, dual);
        // The dual of the relaxation, over every assignment there is: a lower bound, whoever found the coefficients.
        const squares = allKeys(task).map((keys) => squareOf(parts, keys, found));
        const squared = Math.max(...squares) + ridgeSquare(task, slack, dual);
        const bound = dual.reduce((sum, weight) => sum + Math.abs(weight), 0) - squared / 2;
        expect(fit.certificate.status).toBe("solved");
        expect(bound).toBeLessThanOrEqual(fit.certificate.primalObjective * (1 + 1e-9));
        expect(bound).toBeGreaterThanOrEqual(fit.certificate.primalObjective * (1 - 1e-2));
      }
    },
  );

  it("is a bound: no assignment has a lower objective", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const task = taskWith(seed, sizes, 3);
      const { signs, costs, gram } = task;
      const others = othersOf(task);
      const each = task.bags.flatMap((bag, i) => (signs[i] < 0 ? Array.from(bag, () => costs[i]) : []));
      const objectives = allKeys(task).map((keys) => {
        const rows = Uint32Array.from([...keys, ...others]);
        // Squared errors are a ridge, and the errors that it does not make up for cost too much.
        const kernel = kernelOfRows(gram, rows);
        for (let k = 0; k < rows.length; k++)
          kernel.data[k * rows.length + k] += 1 / (k < keys.length ? costs[k] : each[k - keys.length]);
        const labels = Int8Array.from(rows, (_, k) => (k < keys.length ? 1 : -1));
        return solveMachine({ gram: kernel, signs: labels, costs: new Float64Array(rows.length).fill(1e3) })
          .primalObjective;
      });
      const fit = kiSolver("instance", THOROUGH)(task);
      expect(fit.certificate.primalObjective).toBeLessThanOrEqual(Math.min(...objectives) * (1 + 2e-3));
    }
  });

  it.each(SLACKS)("never raises the objective, and its weights sum to 1 (%s)", (slack) => {
    let moved = 0;
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const { scheme, weights, assignments, problem, certificate } = kiSolver(slack)(
        taskWith(seed, [3, 5, 1, 4, 2, 4, 3, 6], 4),
      );
      const path = scheme?.path ?? [];
      if (path.length > 1) moved++;
      for (let k = 1; k < path.length; k++) expect(path[k]).toBeLessThanOrEqual(path[k - 1]);
      expect(weights).toHaveLength(assignments.length);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
      // What can be dumped is a plain machine with the same optimum.
      expect(solveMachine(problem).primalObjective / certificate.primalObjective).toBeCloseTo(1, 6);
    }
    expect(moved).toBeGreaterThan(0);
  });

  it.each(SLACKS)("finds the instance apart from all others (%s)", (slack) => {
    const task = taskWith(4, sizes, 3, { distance: 12, kernel: { type: "gaussian", width: 3 }, cost: 10 });
    const fit = kiSolver(slack)(task);
    const values = valuesAt(task, fit);
    task.bags.forEach((bag, i) => {
      const highest = Math.max(...Array.from(bag, (row) => values[row]));
      expect(highest > 0).toBe(task.signs[i] > 0);
    });
  });

  it("combines the kernels of assignments by their weights", () => {
    const task = taskWith(2, sizes, 3);
    const others = othersOf(task);
    const keys = allKeys(task).slice(3, 6);
    const weights = Float64Array.of(0.5, 0.2, 0.3);
    const found = combinedKernel(task.gram, keys, weights, others);
    const each = keys.map((rows) => kernelOfRows(task.gram, Uint32Array.from([...rows, ...others])));
    found.data.forEach((value, at) => {
      expect(value).toBeCloseTo(
        each.reduce((sum, kernel, t) => sum + weights[t] * kernel.data[at], 0),
        12,
      );
    });
  });

  it("has the same kernel whatever the weights were before, exactly symmetric", () => {
    const task = taskWith(5, sizes, 3);
    const others = othersOf(task);
    const all = allKeys(task);
    const kernels = combinedKernels(task.gram, 3, others);
    for (const [from, weights] of [
      [0, [1]],
      [4, [0.5, 0.2, 0.3]],
      [2, [0.25, 0, 0.75]],
      [7, [0, 1, 0]],
      [7, [0.5, 0.5]],
    ] as const) {
      const keys = all.slice(from, from + weights.length);
      const found = kernels.of(keys, Float64Array.from(weights));
      expect(found.data).toEqual(combinedKernel(task.gram, keys, Float64Array.from(weights), others).data);
      for (let i = 0; i < found.rows; i++)
        for (let j = 0; j < i; j++) expect(found.data[i * found.cols + j]).toBe(found.data[j * found.cols + i]);
    }
  });

  it("has the square of an assignment's kernel", () => {
    const task = taskWith(3, sizes, 3);
    const others = othersOf(task);
    const weights = Float64Array.from({ length: 3 + others.length }, (_, k) => (k < 3 ? k : -0.5 * (k % 3)));
    for (const keys of allKeys(task).slice(0, 5)) {
      const gram = kernelOfRows(task.gram, Uint32Array.from([...keys, ...others]));
      expect(squareOf(partsOf(task), keys, weighed(partsOf(task), weights))).toBeCloseTo(
        2 * halfSquare({ gram }, weights),
        10,
      );
    }
  });

  it("finds an assignment that no change of one key makes more violated", () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const task = taskWith(seed, sizes, 3);
      const parts = partsOf(task);
      const dual = weighed(parts, dualOf(task, kiSolver("instance")(task)));
      const start = Uint32Array.from(parts.positive, (bag) => bag[bag.length - 1]);
      const keys = violatedAssignment(parts, start, dual);
      const square = squareOf(parts, keys, dual);
      expect(square).toBeGreaterThanOrEqual(squareOf(parts, start, dual) - 1e-9);
      for (const [i, bag] of parts.positive.entries())
        for (const row of bag) {
          const other = keys.slice();
          other[i] = row;
          expect(squareOf(parts, other, dual)).toBeLessThanOrEqual(square + 1e-7);
        }
    }
  });
});
