import { type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of the mi-SVM. */
export const MI_SVM_OPTIONS = { ...INSTANCE_MACHINE_OPTIONS, bias: BIAS };

/** Options of the mi-SVM, all optional. */
export interface MiSvmOptions extends OptionsOf<typeof MI_SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedMiSvmOptions(options: MiSvmOptions) {
  return withShares(readOptions(MI_SVM_OPTIONS, options));
}

export type CheckedMiSvmOptions = ReturnType<typeof checkedMiSvmOptions>;
