import { type OptionsOf, readOptions } from "@bagwise/core/base";
import { BIAS, INSTANCE_MACHINE_OPTIONS, withShares } from "../shared/machine/options.js";

/** Hyper-parameters of stMIL. */
export const STMIL_OPTIONS = { ...INSTANCE_MACHINE_OPTIONS, bias: BIAS };

/** Options of stMIL, all optional. */
export interface StmilOptions extends OptionsOf<typeof STMIL_OPTIONS> {}

/** The options with defaults filled in, checked. */
export function checkedStmilOptions(options: StmilOptions) {
  return withShares(readOptions(STMIL_OPTIONS, options));
}

export type CheckedStmilOptions = ReturnType<typeof checkedStmilOptions>;
