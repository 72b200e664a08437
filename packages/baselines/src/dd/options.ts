import type { OptionsOf } from "@bagwise/core/base";
import { CONCEPT_OPTIONS } from "../shared/concept/options.js";

/** Hyper-parameters of DD. */
export const DD_OPTIONS = { ...CONCEPT_OPTIONS };

/** Options of DD, all optional. */
export interface DdOptions extends OptionsOf<typeof DD_OPTIONS> {}
