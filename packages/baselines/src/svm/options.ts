import { choice, type OptionsOf, readOptions } from "@bagwise/core/base";
import { bagMachineOptions } from "../shared/machine/options.js";

/** What an SVM on a kernel of bags has; `usual` is its kernel. */
export function svmOptions(usual: string, help: string) {
  return {
    ...bagMachineOptions(usual, help),
    trees: choice({
      choices: ["none", "average"],
      default: "none",
      help: "score by the machine alone (none), or average it with 200 randomised trees on summaries of bags (average)",
    }),
  };
}

/** Hyper-parameters of the SVM. */
export const SVM_OPTIONS = svmOptions(
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
