import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { fullCost } from "../shared/machine/instance-rows.js";
import { solveTopInstances } from "../shared/machine/top-instances.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedWitnessSvmOptions } from "./options.js";

const METHOD: MachineMethod<CheckedWitnessSvmOptions> = {
  learner: "witness-svm",
  data: instanceMachineData,
  solve: (task) => solveTopInstances(task, { count: () => 1, cost: fullCost }),
};

/** Trains the MI-SVM with checked options. */
export const trainWitnessSvm: Train<CheckedWitnessSvmOptions> = (bags, options, given, context) =>
  trainMachine(METHOD, bags, options, given, context);
