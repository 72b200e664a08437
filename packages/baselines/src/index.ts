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
export { instanceSvm } from "./instance-svm/instance-svm.js";
export type { InstanceSvmOptions } from "./instance-svm/options.js";
export { kiSvm } from "./ki-svm/ki-svm.js";
export type { KiSvmOptions } from "./ki-svm/options.js";
export { type MiGraphOptions, miGraph } from "./mi-graph/mi-graph.js";
export { miSvm } from "./mi-svm/mi-svm.js";
export type { MiSvmOptions } from "./mi-svm/options.js";
export { missSvm } from "./miss-svm/miss-svm.js";
export type { MissSvmOptions } from "./miss-svm/options.js";
export { network } from "./network/network.js";
export type { NetworkOptions } from "./network/options.js";
export type { SbmilOptions } from "./sbmil/options.js";
export { sbmil } from "./sbmil/sbmil.js";
export type { SmilOptions } from "./smil/options.js";
export { smil } from "./smil/smil.js";
export type { SoftBagSvmOptions } from "./soft-bag-svm/options.js";
export { softBagSvm } from "./soft-bag-svm/soft-bag-svm.js";
export type { StmilOptions } from "./stmil/options.js";
export { stmil } from "./stmil/stmil.js";
export type { SvmOptions } from "./svm/options.js";
export { svm } from "./svm/svm.js";
export type { WitnessSvmOptions } from "./witness-svm/options.js";
export { witnessSvm } from "./witness-svm/witness-svm.js";

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
