import type { Train } from "@bagwise/core/learners";
import { topCount } from "@bagwise/core/scorers";
import type { MachineTask } from "@bagwise/core/training";
import { instanceMachineData } from "../shared/machine/data.js";
import { solveTopInstances } from "../shared/machine/top-instances.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedSoftBagSvmOptions } from "./options.js";

/** A share of each bag stands for it. An error on an instance of another bag costs what it adds to the mean. */
function solveSoftBags(task: MachineTask) {
  const { share = 1 } = task.setting;
  const count = (size: number) => topCount(share, size);
  return solveTopInstances(task, { count, cost: (cost, size) => cost / count(size) });
}

const METHOD: MachineMethod<CheckedSoftBagSvmOptions> = {
  learner: "soft-bag-svm",
  data: instanceMachineData,
  solve: solveSoftBags,
  settings: ({ share }) => share.map((each) => ({ share: each })),
  topShare: ({ share = 1 }) => share,
};

/** Trains the soft-bag SVM with checked options. */
export const trainSoftBagSvm: Train<CheckedSoftBagSvmOptions> = (bags, options, given, context) =>
  trainMachine(METHOD, bags, options, given, context);
