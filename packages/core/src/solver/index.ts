/** The entry @bagwise/core/solver: convex problems, solved with a certificate. */
export { decodeProblem, encodeProblem, isMachine } from "./dump.js";
export type { MachineOptions, MachineProblem, MachineSolution } from "./machine/problem.js";
export { solveMachine } from "./machine/solve-machine.js";
export { where } from "./machine/where.js";
export { type Prepared, type PrepareOptions, prepare, withPrior } from "./prepare.js";
export { LOSSES, type Loss, type Problem } from "./problem.js";
export type { Solution, Status } from "./solution.js";
export { type SolveOptions, solve, solvePath } from "./solve.js";
export type { WarmStart } from "./units.js";
