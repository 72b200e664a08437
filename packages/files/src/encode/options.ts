import type { OptionsOf } from "@bagwise/core/base";
import type { COUNTS_OPTIONS } from "./counts/options.js";
import type { MOLECULE_OPTIONS } from "./molecule/options.js";
import type { PHOTO_OPTIONS } from "./photo/options.js";
import type { TEXT_OPTIONS } from "./text/options.js";
import type { WINDOW_OPTIONS } from "./window/options.js";

/** The options of all encoders. */
export type EncodeOptions = OptionsOf<typeof PHOTO_OPTIONS> &
  OptionsOf<typeof MOLECULE_OPTIONS> &
  OptionsOf<typeof TEXT_OPTIONS> &
  OptionsOf<typeof COUNTS_OPTIONS> &
  OptionsOf<typeof WINDOW_OPTIONS>;
