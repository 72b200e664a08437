import { numbers, type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of the soft-bag SVM. */
export const SOFT_BAG_SVM_OPTIONS = {
  /** A bag of n instances has a share of n highest ones, rounded, at least one. */
  share: numbers({
    default: [0.25, 0.5, 0.1, 1],
    range: { min: 0, max: 1, above: true },
    help: "shares of the instances of a bag to choose from, whose mean is its score; 1 for all instances",
  }),
  ...INSTANCE_MACHINE_OPTIONS,
  bias: BIAS,
};

/** Options of the soft-bag SVM, all optional. */
export interface SoftBagSvmOptions extends OptionsOf<typeof SOFT_BAG_SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedSoftBagSvmOptions(options: SoftBagSvmOptions) {
  return withShares(readOptions(SOFT_BAG_SVM_OPTIONS, options));
}

export type CheckedSoftBagSvmOptions = ReturnType<typeof checkedSoftBagSvmOptions>;
