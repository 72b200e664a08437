import { type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of the MI-SVM. */
export const WITNESS_SVM_OPTIONS = { ...INSTANCE_MACHINE_OPTIONS, bias: BIAS };

/** Options of the MI-SVM, all optional. */
export interface WitnessSvmOptions extends OptionsOf<typeof WITNESS_SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedWitnessSvmOptions(options: WitnessSvmOptions) {
  return withShares(readOptions(WITNESS_SVM_OPTIONS, options));
}

export type CheckedWitnessSvmOptions = ReturnType<typeof checkedWitnessSvmOptions>;
