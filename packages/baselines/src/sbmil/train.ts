import type { Train } from "@bagwise/core/learners";
import { instanceMachineData } from "../shared/machine/data.js";
import { type MachineMethod, trainMachine } from "../shared/machine/train.js";
import type { CheckedSbmilOptions } from "./options.js";
import { sbmilSolver } from "./solve.js";

const method = (): MachineMethod<CheckedSbmilOptions> => ({
  learner: "sbmil",
  data: instanceMachineData,
  solve: sbmilSolver(),
  settings: ({ share }) => share.map((each) => ({ share: each })),
});

/** Trains sbMIL with checked options. */
export const trainSbmil: Train<CheckedSbmilOptions> = (bags, options, given, context) =>
  trainMachine(method(), bags, options, given, context);
