import type { Train } from "../learner.js";
import { bagMachineData } from "../shared/machine/data.js";
import { solveSingleRows } from "../shared/machine/single-rows.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedSvmOptions } from "./options.js";

const METHOD: MachineMethod<CheckedSvmOptions> = { learner: "svm", data: bagMachineData, solve: solveSingleRows };

/** Trains the SVM on a kernel of bags with checked options. */
export const trainSvm: Train<CheckedSvmOptions> = (bags, options, given, context) =>
  trainMachine(METHOD, bags, options, given, context);
