import { type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of the MissSVM. */
export const MISS_SVM_OPTIONS = { ...INSTANCE_MACHINE_OPTIONS, bias: BIAS };

/** Options of the MissSVM, all optional. */
export interface MissSvmOptions extends OptionsOf<typeof MISS_SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedMissSvmOptions(options: MissSvmOptions) {
  return withShares(readOptions(MISS_SVM_OPTIONS, options));
}

export type CheckedMissSvmOptions = ReturnType<typeof checkedMissSvmOptions>;
