import { fullCost } from "../shared/machine/instance-rows.js";
import { solveTopInstances } from "../shared/machine/top-instances.js";
import type { Solving } from "../shared/machine/train-instances.js";

/** How it is solved: one instance stands for each positive bag. */
export const witnessSvmSolving = (): Solving => ({
  solve: (task) => solveTopInstances(task, { count: () => 1, cost: fullCost }),
});
