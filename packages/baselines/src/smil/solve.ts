import type { MachineTask } from "@bagwise/core/training";
import { fitSamples, type SampleFit } from "../shared/machine/samples.js";
import { sparseBags } from "../shared/machine/sparse-bags.js";
import type { Solving } from "../shared/machine/train-instances.js";

/** Solves sMIL: one convex problem. */
export function solveSmil(task: MachineTask): SampleFit {
  return fitSamples(task.gram, sparseBags(task), { rough: task.rough });
}

/** How it is solved. */
export const smilSolving = ({ pooling }: { readonly pooling: "max" | "mean" }): Solving => ({
  solve: solveSmil,
  ...(pooling === "mean" && { topShare: () => 1 }),
});
