import { type MachineOptions, type MachineProblem, solveMachine } from "@bagwise/core/solver";
import { kernelOfRows, type MachineFit, type MachineTask, rowsOfTask, spread } from "@bagwise/core/training";

/** Solves a task in which every row of a bag has the label and the cost of the bag: the plain SVM. */
export function solveSingleRows(task: MachineTask): MachineFit {
  const { gram, bags, signs, costs } = task;
  const rows = rowsOfTask(task);
  const owners = bags.flatMap((bag, i) => Array.from(bag, () => i));
  const problem: MachineProblem = {
    gram: kernelOfRows(gram, rows),
    signs: Int8Array.from(owners, (i) => signs[i]),
    costs: Float64Array.from(owners, (i) => costs[i]),
  };
  return fitOf(problem, rows, gram.rows, { rough: task.rough });
}

/**
 * Solves a machine on these rows of a kernel matrix of `size` rows. Returns the coefficient of each
 * sample too, and f of each without the bias.
 */
export function fitOf(
  problem: MachineProblem,
  rows: Uint32Array,
  size: number,
  { start, rough }: Pick<MachineOptions, "start" | "rough"> = {},
): MachineFit & { readonly own: Float64Array; readonly values: Float64Array } {
  const { alpha, beta, values, ...certificate } = solveMachine(problem, { start, rough });
  const { status, iterations, primalObjective, dualObjective, relativeGap } = certificate;
  return {
    alpha: spread(alpha, rows, size),
    own: alpha,
    beta,
    values,
    certificate: { status, iterations, primalObjective, dualObjective, relativeGap },
    problem,
  };
}
