import { type MachineFit, type MachineTask, settle, valuesOf } from "@bagwise/core/training";
import { fullCost, highestInstances, type InstanceRows, instanceRows } from "../shared/machine/instance-rows.js";
import { fitOf } from "../shared/machine/single-rows.js";
import type { Solving } from "../shared/machine/train-instances.js";

/**
 * Alternates between a machine on labelled instances and the labels that suit it best, from the start
 * in which every instance has the label of its bag. Returns the labels too: 1 or -1 for each row of
 * the task.
 */
export function solveMiSvm(task: MachineTask): MachineFit & { readonly labels: Int8Array } {
  const { gram, rough } = task;
  const instances = instanceRows(task, fullCost);
  const { rows, kernel, costs } = instances;
  const { fit, state, scheme } = settle<Int8Array, ReturnType<typeof fitOf>>(
    (roughly) => ({
      solve: (signs, before) =>
        fitOf({ gram: kernel, signs, costs }, rows, gram.rows, { start: before?.own, rough: roughly }),
      objective: ({ certificate }) => certificate.primalObjective,
      next: (found) => bestLabels(instances, valuesOf(gram, found, rows), task.signs),
      same: (a, b) => a.every((label, i) => label === b[i]),
    }),
    instances.signs,
    { rough },
  );
  return { ...fit, scheme, labels: state };
}

/**
 * The labels with the least loss: -1 in bags that are not positive; in a positive bag the sign of the
 * value, and 1 for the highest instance if no other has it. The loss of 1 instead of -1 falls with the
 * value, so that no other instance would cost less. The first in case of a tie.
 */
export function bestLabels(
  { owners }: Pick<InstanceRows, "owners">,
  values: Float64Array,
  signs: Int8Array,
): Int8Array {
  const labels = Int8Array.from(owners, (bag, i) => (signs[bag] > 0 && values[i] >= 0 ? 1 : -1));
  for (const [bag, i] of highestInstances({ owners }, values).entries()) if (signs[bag] > 0) labels[i] = 1;
  return labels;
}

/** How it is solved. */
export const miSvmSolving = (): Solving => ({ solve: solveMiSvm });
