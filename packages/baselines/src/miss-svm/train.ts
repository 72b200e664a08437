import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedMissSvmOptions } from "./options.js";
import { solveMissSvm } from "./solve.js";

const METHOD: MachineMethod<CheckedMissSvmOptions> = {
  learner: "miss-svm",
  data: instanceMachineData,
  solve: solveMissSvm,
};

/** Trains the MissSVM with checked options. */
export const trainMissSvm: Train<CheckedMissSvmOptions> = (bags, options, given, context) =>
  trainMachine(METHOD, bags, options, given, context);
