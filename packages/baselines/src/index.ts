/**
 * The entry @bagwise/baselines: methods for positive and negative bags, as learners like any other. Their training
 * code is loaded when one is trained.
 */
import { findLearner, type LearnerEntry, registerLearner } from "@bagwise/core/learners";
import { ddEntry } from "./dd/dd.js";
import { emDdEntry } from "./em-dd/em-dd.js";
import { instanceSvmEntry } from "./instance-svm/instance-svm.js";
import { kiSvmEntry } from "./ki-svm/ki-svm.js";
import { miGraphEntry } from "./mi-graph/mi-graph.js";
import { miSvmEntry } from "./mi-svm/mi-svm.js";
import { missSvmEntry } from "./miss-svm/miss-svm.js";
import { networkEntry } from "./network/network.js";
import { sbmilEntry } from "./sbmil/sbmil.js";
import { smilEntry } from "./smil/smil.js";
import { softBagSvmEntry } from "./soft-bag-svm/soft-bag-svm.js";
import { stmilEntry } from "./stmil/stmil.js";
import { svmEntry } from "./svm/svm.js";
import { witnessSvmEntry } from "./witness-svm/witness-svm.js";

export { dd } from "./dd/dd.js";
export type { DdOptions } from "./dd/options.js";
export { emDd } from "./em-dd/em-dd.js";
export type { EmDdOptions } from "./em-dd/options.js";
export { type InstanceSvmOptions, instanceSvm } from "./instance-svm/instance-svm.js";
export { type KiSvmOptions, kiSvm } from "./ki-svm/ki-svm.js";
export { type MiGraphOptions, miGraph } from "./mi-graph/mi-graph.js";
export { type MiSvmOptions, miSvm } from "./mi-svm/mi-svm.js";
export { type MissSvmOptions, missSvm } from "./miss-svm/miss-svm.js";
export { network } from "./network/network.js";
export type { NetworkOptions } from "./network/options.js";
export { type SbmilOptions, sbmil } from "./sbmil/sbmil.js";
export { type SmilOptions, smil } from "./smil/smil.js";
export { type SoftBagSvmOptions, softBagSvm } from "./soft-bag-svm/soft-bag-svm.js";
export { type StmilOptions, stmil } from "./stmil/stmil.js";
export type { SvmOptions } from "./svm/options.js";
export { svm } from "./svm/svm.js";
export { type WitnessSvmOptions, witnessSvm } from "./witness-svm/witness-svm.js";

/** All of them, in the order in which they are listed. */
export const BASELINES: readonly LearnerEntry[] = [
  svmEntry,
  miGraphEntry,
  instanceSvmEntry,
  miSvmEntry,
  witnessSvmEntry,
  missSvmEntry,
  softBagSvmEntry,
  smilEntry,
  stmilEntry,
  sbmilEntry,
  kiSvmEntry,
  networkEntry,
  ddEntry,
  emDdEntry,
];

/** Makes them known by their names for the rest of the program. Again changes nothing. */
export function registerBaselines(): void {
  for (const entry of BASELINES) if (findLearner(entry.description.name) === undefined) registerLearner(entry);
}
