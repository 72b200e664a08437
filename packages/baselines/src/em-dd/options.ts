import { choice, type OptionsOf, type OptionValues } from "@bagwise/core/base";
import { CONCEPT_OPTIONS } from "../shared/concept/options.js";

/** Which instances of negative bags count: all of them, or the nearest of each bag. */
const NEGATIVE_INSTANCES = ["all", "nearest"] as const;

const { starts, scales, lambda, ...rest } = CONCEPT_OPTIONS;

/** Hyper-parameters of EM-DD. */
export const EM_DD_OPTIONS = {
  starts,
  scales,
  lambda,
  negativeInstances: choice({
    choices: NEGATIVE_INSTANCES,
    default: "all",
    help: "which instances of negative bags count: all of them (all), or only the nearest of each bag, as in the paper (nearest)",
  }),
  ...rest,
};

/** Options of EM-DD, all optional. */
export interface EmDdOptions extends OptionsOf<typeof EM_DD_OPTIONS> {}

/** The options with defaults filled in. */
export type CheckedEmDdOptions = OptionValues<typeof EM_DD_OPTIONS>;
export type NegativeInstances = CheckedEmDdOptions["negativeInstances"];
