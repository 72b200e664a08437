import { integers, numbers, type OptionsOf, readOptions } from "../../base/option.js";
import { bagKernel } from "../shared/bag-kernel.js";
import { MACHINE_OPTIONS } from "../shared/machine/options.js";

/** Hyper-parameters of the SVM. */
export const SVM_OPTIONS = {
  /** How two bags are compared: a short name such as "set-gaussian", or a specification. */
  kernel: bagKernel(
    "normalised-set-gaussian",
    "how two bags are compared: a name such as minimax-polynomial, or a specification as JSON",
  ),
  /** For a kernel with widths that are not given. */
  width: numbers({
    default: [1, 0.5, 0.25, 0.125],
    range: { min: 0, max: 1e12, above: true },
    help: "widths to choose from, as multiples of the median distance, for a kernel whose width is not given",
  }),
  /** For a kernel with a polynomial. */
  degree: integers({
    default: [1, 2, 3],
    range: { min: 1, max: 20 },
    help: "polynomial degrees to choose from, for a polynomial kernel",
  }),
  ...MACHINE_OPTIONS,
};

/** Options of the SVM, all optional. */
export interface SvmOptions extends OptionsOf<typeof SVM_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedSvmOptions(options: SvmOptions) {
  const { width: shares, degree: degrees, ...rest } = readOptions(SVM_OPTIONS, options);
  return { ...rest, shares, degrees };
}

export type CheckedSvmOptions = ReturnType<typeof checkedSvmOptions>;
