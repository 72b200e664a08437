import type { Train } from "@bagwise/core/learners";
import { bagMachineData } from "../shared/machine/data.js";
import { solveSingleRows } from "../shared/machine/single-rows.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedSvmOptions } from "./options.js";
import { withTrees } from "./with-trees.js";

/** The training of an SVM on a kernel of bags, under this name, with checked options. */
export function trainSvm(learner: string): Train<CheckedSvmOptions> {
  const method: MachineMethod<CheckedSvmOptions> = {
    learner,
    data: bagMachineData,
    solve: solveSingleRows,
    chosen: ({ trees }) => (trees === "none" ? {} : { trees }),
    average: async (data, machine, options, context) =>
      options.trees === "none" ? null : withTrees(data, machine, options, context),
  };
  return (bags, options, given, context) => trainMachine(method, bags, options, given, context);
}
