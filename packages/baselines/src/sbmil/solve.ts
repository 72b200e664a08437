import type { Matrix } from "@bagwise/core/linalg";
import { kernelOfRows, type MachineFit, type MachineTask, rowsOfTask, valuesOf } from "@bagwise/core/training";
import { fitSamples } from "../shared/machine/samples.js";
import { fitOf } from "../shared/machine/single-rows.js";
import { costsOf, evenly, sparseBags } from "../shared/machine/sparse-bags.js";
import type { Solving } from "../shared/machine/train-instances.js";

/** What sbMIL found: the labels are 1 or -1 for each row of the task, in the order of `rowsOfTask`. */
export interface SbmilFit extends MachineFit {
  readonly labels: Int8Array;
}

/**
 * A function that solves sbMIL: sMIL orders the instances of all positive bags, the share
 * `task.setting.share` of the highest ones is labelled positive, at least as many as there are positive
 * bags, and a machine is trained on the labels. It remembers what sMIL found for a kernel matrix and
 * costs, because all shares start from the same.
 */
export function sbmilSolver(): (task: MachineTask) => SbmilFit {
  const known = new WeakMap<Matrix, Map<string, Float64Array>>();
  const orderOf = (task: MachineTask, rows: Uint32Array): Float64Array => {
    const { gram, costs, rough } = task;
    const found = known.get(gram) ?? new Map<string, Float64Array>();
    known.set(gram, found);
    const key = `${rough} ${costs.join()}`;
    const values = found.get(key) ?? valuesOf(gram, fitSamples(gram, sparseBags(task), { rough }), rows);
    found.set(key, values);
    return values;
  };
  return (task) => {
    const { gram, bags, signs, costs, setting, rough } = task;
    const rows = rowsOfTask(task);
    const owners = bags.flatMap((bag, i) => Array.from(bag, () => i));
    const labels = topLabels(
      orderOf(task, rows),
      owners.map((i) => signs[i] > 0),
      { share: setting.share ?? 1, least: signs.filter((sign) => sign > 0).length },
    );
    const positives = labels.filter((label) => label > 0).length;
    const positive = evenly(costsOf(costs, signs, 1), positives);
    const negative = evenly(costsOf(costs, signs, -1), rows.length - positives);
    const problem = {
      gram: kernelOfRows(gram, rows),
      signs: labels,
      costs: Float64Array.from(labels, (label) => (label > 0 ? positive : negative)),
    };
    return { ...fitOf(problem, rows, gram.rows, { rough }), labels };
  };
}

/**
 * 1 for the share of the marked values that are highest, rounded, and for no fewer than `least` of
 * them; -1 for all others. Values that tie with the last of them get 1 too.
 */
export function topLabels(
  values: Float64Array,
  marked: readonly boolean[],
  { share, least }: { readonly share: number; readonly least: number },
): Int8Array {
  const sorted = values.filter((_, i) => marked[i]).sort();
  const count = Math.min(sorted.length, Math.max(least, Math.round(share * sorted.length)));
  const cut = sorted[sorted.length - count];
  return Int8Array.from(values, (value, i) => (marked[i] && value >= cut ? 1 : -1));
}

/** How it is solved. */
export const sbmilSolving = ({ share }: { readonly share: readonly number[] }): Solving => ({
  solve: sbmilSolver(),
  settings: () => share.map((each) => ({ share: each })),
});
