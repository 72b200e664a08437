import { topCount } from "@bagwise/core/scorers";
import type { MachineTask } from "@bagwise/core/training";
import { solveTopInstances } from "../shared/machine/top-instances.js";
import type { Solving } from "../shared/machine/train-instances.js";

/** A share of each bag stands for it. An error on an instance of another bag costs what it adds to the mean. */
function solveSoftBags(task: MachineTask) {
  const { share = 1 } = task.setting;
  const count = (size: number) => topCount(share, size);
  return solveTopInstances(task, { count, cost: (cost, size) => cost / count(size) });
}

/** How it is solved. */
export const softBagSvmSolving = ({ share }: { readonly share: readonly number[] }): Solving => ({
  solve: solveSoftBags,
  settings: () => share.map((each) => ({ share: each })),
  topShare: (setting) => setting.share ?? 1,
});
