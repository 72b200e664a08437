import type { OptionsOf } from "../base/option.js";
import type { COUNTS_OPTIONS } from "./counts/options.js";
import type { MOLECULE_OPTIONS } from "./molecule/options.js";
import type { TEXT_OPTIONS } from "./text/options.js";

/** The options of all encoders. */
export type EncodeOptions = OptionsOf<typeof TEXT_OPTIONS> &
  OptionsOf<typeof COUNTS_OPTIONS> &
  OptionsOf<typeof MOLECULE_OPTIONS>;
