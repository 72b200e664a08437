import { choice, type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of KI-SVM. */
export const KI_SVM_OPTIONS = {
  /** B-KI-SVM or I-KI-SVM. */
  slack: choice({
    choices: ["bag", "instance"],
    default: "bag",
    help: "whose error counts in a bag that is not positive: that of its worst instance (bag), or of every instance (instance)",
  }),
  ...INSTANCE_MACHINE_OPTIONS,
  bias: BIAS,
};

/** Options of KI-SVM, all optional. */
export interface KiSvmOptions extends OptionsOf<typeof KI_SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedKiSvmOptions(options: KiSvmOptions) {
  return withShares(readOptions(KI_SVM_OPTIONS, options));
}

export type CheckedKiSvmOptions = ReturnType<typeof checkedKiSvmOptions>;
