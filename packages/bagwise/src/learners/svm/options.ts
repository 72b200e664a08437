import { type OptionsOf, readOptions } from "../../base/option.js";
import { bagMachineOptions } from "../shared/machine/options.js";

/** Hyper-parameters of the SVM. */
export const SVM_OPTIONS = bagMachineOptions(
  "normalised-set-gaussian",
  "how two bags are compared: a name such as minimax-polynomial, or a specification as JSON",
);

/** Options of the SVM, all optional. */
export interface SvmOptions extends OptionsOf<typeof SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedSvmOptions(options: SvmOptions, table = SVM_OPTIONS) {
  const { width: shares, degree: degrees, ...rest } = readOptions(table, options);
  return { ...rest, shares, degrees };
}

export type CheckedSvmOptions = ReturnType<typeof checkedSvmOptions>;
