import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedKiSvmOptions } from "./options.js";
import { kiSolver } from "./solve.js";

const methodOf = ({ slack }: CheckedKiSvmOptions): MachineMethod<CheckedKiSvmOptions> => ({
  learner: "ki-svm",
  data: instanceMachineData,
  solve: kiSolver(slack),
});

/** Trains KI-SVM with checked options. */
export const trainKiSvm: Train<CheckedKiSvmOptions> = (bags, options, given, context) =>
  trainMachine(methodOf(options), bags, options, given, context);
