import { type MachineFit, type MachineTask, settle, valuesOf } from "@bagwise/core/training";
import type { InstanceCost } from "./instance-rows.js";
import { fitSamples, type SampleFit } from "./samples.js";

/** How many instances stand for a positive bag, and what an error on an instance of another bag costs. */
export interface TopRule {
  /** At least 1, at most the size. */
  count(size: number): number;
  readonly cost: InstanceCost;
}

/**
 * Alternates between a machine and the instances that stand for each positive bag: its highest ones,
 * whose mean is one sample. Every instance of another bag is a sample of its own. Starts from the
 * means of all instances. Returns the chosen rows of each positive bag too.
 *
 * The mean of the highest values is the highest mean of so many, so that choosing anew never raises
 * the loss of a positive bag; the losses of the others do not depend on the choice.
 */
export function solveTopInstances(
  task: MachineTask,
  rule: TopRule,
): MachineFit & { readonly chosen: readonly Uint32Array[] } {
  const { gram, bags, signs, costs, rough } = task;
  const positive = bags.filter((_, i) => signs[i] > 0);
  const others = bags.flatMap((bag, i) =>
    signs[i] > 0 ? [] : Array.from(bag, (row) => ({ row, cost: rule.cost(costs[i], bag.length) })),
  );
  const alone = others.map(({ row }) => Uint32Array.of(row));
  const labels = Int8Array.from([...positive.map(() => 1), ...alone.map(() => -1)]);
  const all = Float64Array.from([...costs.filter((_, i) => signs[i] > 0), ...others.map(({ cost }) => cost)]);
  const every = Uint32Array.from({ length: gram.rows }, (_, row) => row);
  const { fit, state, scheme } = settle<readonly Uint32Array[], SampleFit>(
    (roughly) => ({
      solve: (chosen, before) =>
        fitSamples(gram, { rows: [...chosen, ...alone], signs: labels, costs: all }, { before, rough: roughly }),
      objective: ({ certificate }) => certificate.primalObjective,
      next(found) {
        const values = valuesOf(gram, found, every);
        return positive.map((rows) => highestRows(rows, values, rule.count(rows.length)));
      },
      same: (a, b) => a.every((rows, i) => rows.length === b[i].length && rows.every((row, k) => row === b[i][k])),
    }),
    positive,
    { rough },
  );
  return { ...fit, scheme, chosen: state };
}

/** So many of these rows with the highest values, in their order; the first ones in case of a tie. */
function highestRows(rows: Uint32Array, values: Float64Array, count: number): Uint32Array {
  return rows
    .slice()
    .sort((a, b) => values[b] - values[a] || a - b)
    .subarray(0, count)
    .sort();
}
