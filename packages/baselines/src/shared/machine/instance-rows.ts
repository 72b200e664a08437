import type { Matrix } from "@bagwise/core/linalg";
import { kernelOfRows, type MachineFit, type MachineTask, rowsOfTask } from "@bagwise/core/training";
import { fitOf } from "./single-rows.js";

/** The instances of a task as samples of their own. */
export interface InstanceRows {
  /** The rows of the kernel matrix, bag after bag. */
  readonly rows: Uint32Array;
  /** The kernel between them. */
  readonly kernel: Matrix;
  /** The bag of each instance, its sign, and what an error on the instance costs. */
  readonly owners: Uint32Array;
  readonly signs: Int8Array;
  readonly costs: Float64Array;
}

/** What an error on an instance costs, from the cost and the size of its bag. */
export type InstanceCost = (cost: number, size: number) => number;

/** The instances of a bag share its cost, so that every bag counts the same. */
export const sharedCost: InstanceCost = (cost, size) => cost / size;

/** Every instance costs as much as its bag, so that each negative one counts however many there are. */
export const fullCost: InstanceCost = (cost) => cost;

/** The instances of a task. */
export function instanceRows(task: MachineTask, costOf: InstanceCost): InstanceRows {
  const { gram, bags, signs, costs } = task;
  const rows = rowsOfTask(task);
  const owners = Uint32Array.from(bags.flatMap((bag, i) => Array.from(bag, () => i)));
  return {
    rows,
    kernel: kernelOfRows(gram, rows),
    owners,
    signs: Int8Array.from(owners, (i) => signs[i]),
    costs: Float64Array.from(owners, (i) => costOf(costs[i], bags[i].length)),
  };
}

/** The instance with the highest value of each bag, the first in case of a tie. */
export function highestInstances({ owners }: Pick<InstanceRows, "owners">, values: Float64Array): Uint32Array {
  const highest: number[] = [];
  for (const [i, bag] of owners.entries()) {
    const before = highest[bag];
    if (before === undefined || values[i] > values[before]) highest[bag] = i;
  }
  return Uint32Array.from(highest);
}

/** Solves a task in which every instance has the label of its bag: the plain SVM on instances. */
export function solveInstances(task: MachineTask): MachineFit {
  const { rows, kernel: gram, signs, costs } = instanceRows(task, sharedCost);
  return fitOf({ gram, signs, costs }, rows, task.gram.rows, { rough: task.rough });
}
