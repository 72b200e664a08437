import { type MachineFit, type MachineTask, settle } from "@bagwise/core/training";
import { fullCost, highestInstances, instanceRows } from "../shared/machine/instance-rows.js";
import { fitOf } from "../shared/machine/single-rows.js";
import type { Solving } from "../shared/machine/train-instances.js";

/** The most convex problems if settings are only compared: the first ones change most. */
const FEW_STEPS = 4;

/** What a convex problem of MissSVM fixes. */
export interface MissState {
  /** The side of each instance, 1 or -1; 1 for witnesses, and always -1 in bags that are not positive. */
  readonly sides: Int8Array;
  /** The number of the witness of each positive bag, among all instances. */
  readonly witnesses: Uint32Array;
}

/**
 * The concave-convex procedure for MissSVM, from the start in which every instance of a positive bag is
 * on the positive side and its first one is the witness. The loss of an unlabeled instance,
 * (1 - |f|)_+ = min((1 - f)_+, (1 + f)_+), is bounded from above by the hinge of its side, and that of
 * a bag, (1 - max f)_+, by the hinge of its witness. Both bounds hold with equality where they were
 * chosen. A new witness lowers the loss of the bag by more than it can raise that of the instance that
 * was the witness before, because an unlabeled instance costs only its share of the bag. So no step
 * raises the objective.
 */
export function solveMissSvm(task: MachineTask): MachineFit & { readonly state: MissState } {
  const { gram, bags, signs, costs, rough } = task;
  const instances = instanceRows(task, fullCost);
  const { rows, owners, kernel } = instances;
  const positive = Array.from(bags.keys()).filter((bag) => signs[bag] > 0);
  const shares = instances.costs.map((cost, i) => (instances.signs[i] > 0 ? cost / bags[owners[i]].length : cost));
  const stateOf = (values: Float64Array, beta: number): MissState => {
    const highest = highestInstances(instances, values);
    const sides = Int8Array.from(values, (value, i) => (instances.signs[i] > 0 && value + beta >= 0 ? 1 : -1));
    const witnesses = Uint32Array.from(positive, (bag) => highest[bag]);
    for (const i of witnesses) sides[i] = 1;
    return { sides, witnesses };
  };
  const { fit, state, scheme } = settle<MissState, ReturnType<typeof fitOf>>(
    (roughly) => ({
      solve({ sides, witnesses }, before) {
        const own = shares.slice();
        for (const i of witnesses) own[i] = costs[owners[i]];
        const problem = { gram: kernel, signs: sides, costs: own };
        return fitOf(problem, rows, gram.rows, { start: before?.own, rough: roughly });
      },
      objective: ({ certificate }) => certificate.primalObjective,
      next: ({ values, beta }) => stateOf(values, beta),
      same: (a, b) => isSame(a.sides, b.sides) && isSame(a.witnesses, b.witnesses),
    }),
    stateOf(Float64Array.from(instances.signs), 0),
    { rough, few: FEW_STEPS },
  );
  return { ...fit, scheme, state };
}

function isSame(a: Int8Array | Uint32Array, b: Int8Array | Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** How it is solved. */
export const missSvmSolving = (): Solving => ({ solve: solveMissSvm });
