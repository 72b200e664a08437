import { numbers, type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of sbMIL. */
export const SBMIL_OPTIONS = {
  /** The balance eta of the paper. */
  share: numbers({
    default: [0.5, 0.25, 0.1, 1],
    range: { min: 0, max: 1, above: true },
    help: "shares of the instances of positive bags that are labelled positive, to choose from; at least one for each bag",
  }),
  ...INSTANCE_MACHINE_OPTIONS,
  bias: BIAS,
};

/** Options of sbMIL, all optional. */
export interface SbmilOptions extends OptionsOf<typeof SBMIL_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedSbmilOptions(options: SbmilOptions) {
  return withShares(readOptions(SBMIL_OPTIONS, options));
}

export type CheckedSbmilOptions = ReturnType<typeof checkedSbmilOptions>;
