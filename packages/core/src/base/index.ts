/** The entry @bagwise/core/base: errors and notes, descriptions of options, seeded random numbers, and small tools that every package uses. */
export { breathing } from "./breathe.js";
export { crc32 } from "./crc32.js";
export { defaultText, helpWithoutDefaults, valuesText } from "./describe-option.js";
export { type Complaint, count, InputError, type Place, quote, thousands, withinFile } from "./errors.js";
export { fromExactJson, toExactJson } from "./exact-json.js";
export type { Note, OnNote } from "./note.js";
export { isMissing, parseDecimal } from "./number-text.js";
export {
  badOption,
  boolean,
  checkOption,
  choice,
  integer,
  integers,
  number,
  numbers,
  type Option,
  type OptionDescription,
  type OptionsOf,
  type OptionTable,
  type OptionType,
  type OptionValues,
  optionList,
  type Range,
  readOptions,
  text,
} from "./option.js";
export { exp, log, log1p } from "./portable-math.js";
export { checkSeed, type Random, random } from "./random.js";
export { hex, sha256 } from "./sha256.js";
export { version } from "./version.js";
export { instantiate } from "./wasm.js";
export { withoutUndefined } from "./without-undefined.js";
