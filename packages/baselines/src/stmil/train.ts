import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedStmilOptions } from "./options.js";
import { solveStmil } from "./solve.js";

const METHOD: MachineMethod<CheckedStmilOptions> = {
  learner: "stmil",
  data: instanceMachineData,
  solve: solveStmil,
};

/** Trains stMIL with checked options. */
export const trainStmil: Train<CheckedStmilOptions> = (bags, options, given, context) =>
  trainMachine(METHOD, bags, options, given, context);
