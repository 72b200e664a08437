import { settle } from "../shared/machine/alternate.js";
import { fullCost, highestInstances, instanceRows } from "../shared/machine/instance-rows.js";
import { fitSamples, type SampleFit } from "../shared/machine/samples.js";
import { type MachineFit, type MachineTask, valuesOf } from "../shared/machine/task.js";

/** What a convex problem of MissSVM fixes. */
export interface MissState {
  /** The side of each instance, 1 or -1; always -1 in bags that are not positive. */
  readonly sides: Int8Array;
  /** The number of the witness of each positive bag, among all instances. */
  readonly witnesses: Uint32Array;
}

/**
 * The concave-convex procedure for MissSVM, from the start in which every instance of a positive bag is
 * on the positive side and its first one is the witness. The loss of an unlabeled instance,
 * (1 - |f|)_+ = min((1 - f)_+, (1 + f)_+), is bounded from above by the hinge of its side, and that of
 * a bag, (1 - max f)_+, by the hinge of its witness. Both bounds hold with equality where they were
 * chosen, so that no step raises the objective. An unlabeled instance costs its share of the bag.
 */
export function solveMissSvm(task: MachineTask): MachineFit & { readonly state: MissState } {
  const { gram, bags, signs, costs, rough } = task;
  const instances = instanceRows(task, fullCost);
  const { rows, owners } = instances;
  const positive = Array.from(bags.keys()).filter((bag) => signs[bag] > 0);
  const alone = Array.from(rows, (row) => Uint32Array.of(row));
  const share = (i: number) => (instances.signs[i] > 0 ? 1 / bags[owners[i]].length : 1);
  const all = Float64Array.from([
    ...instances.costs.map((cost, i) => cost * share(i)),
    ...positive.map((bag) => costs[bag]),
  ]);
  const stateOf = (values: Float64Array): MissState => {
    const highest = highestInstances(instances, values);
    return {
      sides: Int8Array.from(values, (value, i) => (instances.signs[i] > 0 && value >= 0 ? 1 : -1)),
      witnesses: Uint32Array.from(positive, (bag) => highest[bag]),
    };
  };
  const same = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).every((value, i) => value === b[i]);
  const { fit, state, scheme } = settle<MissState, SampleFit>(
    (roughly) => ({
      solve: ({ sides, witnesses }, before) =>
        fitSamples(
          gram,
          {
            rows: [...alone, ...Array.from(witnesses, (i) => alone[i])],
            signs: Int8Array.from([...sides, ...positive.map(() => 1)]),
            costs: all,
          },
          { before, rough: roughly },
        ),
      objective: ({ certificate }) => certificate.primalObjective,
      next: (found) => stateOf(valuesOf(gram, found, rows)),
      same: (a, b) => same(a.sides, b.sides) && same(a.witnesses, b.witnesses),
    }),
    stateOf(Float64Array.from(instances.signs)),
    { rough },
  );
  return { ...fit, scheme, state };
}
