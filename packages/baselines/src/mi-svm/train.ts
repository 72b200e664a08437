import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedMiSvmOptions } from "./options.js";
import { solveMiSvm } from "./solve.js";

const METHOD: MachineMethod<CheckedMiSvmOptions> = {
  learner: "mi-svm",
  data: instanceMachineData,
  solve: solveMiSvm,
};

/** Trains the mi-SVM with checked options. */
export const trainMiSvm: Train<CheckedMiSvmOptions> = (bags, options, given, context) =>
  trainMachine(METHOD, bags, options, given, context);
