import { choice, type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of sMIL. */
export const SMIL_OPTIONS = {
  /** sMIL is trained on means, but what makes a bag positive is one instance. */
  pooling: choice({
    choices: ["max", "mean"],
    default: "max",
    help: "what a bag gets the score of: its highest instance (max), or the mean of its instances, as in training (mean)",
  }),
  ...INSTANCE_MACHINE_OPTIONS,
  bias: BIAS,
};

/** Options of sMIL, all optional. */
export interface SmilOptions extends OptionsOf<typeof SMIL_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedSmilOptions(options: SmilOptions) {
  return withShares(readOptions(SMIL_OPTIONS, options));
}

export type CheckedSmilOptions = ReturnType<typeof checkedSmilOptions>;
