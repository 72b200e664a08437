import { type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of the instance SVM. */
export const INSTANCE_SVM_OPTIONS = { ...INSTANCE_MACHINE_OPTIONS, bias: BIAS };

/** Options of the instance SVM, all optional. */
export interface InstanceSvmOptions extends OptionsOf<typeof INSTANCE_SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedInstanceSvmOptions(options: InstanceSvmOptions) {
  return withShares(readOptions(INSTANCE_SVM_OPTIONS, options));
}

export type CheckedInstanceSvmOptions = ReturnType<typeof checkedInstanceSvmOptions>;
