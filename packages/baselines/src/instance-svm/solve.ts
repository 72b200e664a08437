import { solveInstances } from "../shared/machine/instance-rows.js";
import type { Solving } from "../shared/machine/train-instances.js";

/** How it is solved: every instance has the label of its bag. */
export const instanceSvmSolving = (): Solving => ({ solve: solveInstances });
