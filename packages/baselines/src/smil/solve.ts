import type { MachineTask } from "@bagwise/core/training";
import { fitSamples, type SampleFit } from "../shared/machine/samples.js";
import { sparseBags } from "../shared/machine/sparse-bags.js";

/** Solves sMIL: one convex problem. */
export function solveSmil(task: MachineTask): SampleFit {
  return fitSamples(task.gram, sparseBags(task), { rough: task.rough });
}
