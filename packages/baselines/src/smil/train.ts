import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedSmilOptions } from "./options.js";
import { solveSmil } from "./solve.js";

const METHOD: MachineMethod<CheckedSmilOptions> = {
  learner: "smil",
  data: instanceMachineData,
  solve: solveSmil,
};

/** Trains sMIL with checked options. */
export const trainSmil: Train<CheckedSmilOptions> = (bags, options, given, context) =>
  trainMachine(options.pooling === "mean" ? { ...METHOD, topShare: () => 1 } : METHOD, bags, options, given, context);
