import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { solveInstances } from "../shared/machine/instance-rows.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedInstanceSvmOptions } from "./options.js";

const METHOD: MachineMethod<CheckedInstanceSvmOptions> = {
  learner: "instance-svm",
  data: instanceMachineData,
  solve: solveInstances,
};

/** Trains the instance SVM with checked options. */
export const trainInstanceSvm: Train<CheckedInstanceSvmOptions> = (bags, options, given, context) =>
  trainMachine(METHOD, bags, options, given, context);
