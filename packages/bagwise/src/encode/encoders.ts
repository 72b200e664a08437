import type { Grid } from "../bags/table.js";
import { countsEntry } from "./counts/entry.js";
import type { EncoderDescription, EncoderEntry, EncoderName } from "./encoder.js";
import { moleculeEntry } from "./molecule/entry.js";
import type { EncodeOptions } from "./options.js";
import { textEntry } from "./text/entry.js";

/** All encoders, in the order in which they are tried. A SMILES can be as long as a text. */
export const ENCODERS: readonly EncoderEntry[] = [moleculeEntry, textEntry, countsEntry];

/** The encoders that the options ask for; if none, those that suit the rows. */
export function encodersFor(grid: Grid, options: EncodeOptions): EncoderEntry[] {
  const asked = ENCODERS.filter((entry) => entry.isAsked(options));
  return asked.length > 0 ? asked : ENCODERS.filter((entry) => entry.suits(grid)).slice(0, 1);
}

/** Whether the options ask for any encoder. */
export function asksForEncoder(options: EncodeOptions): boolean {
  return ENCODERS.some((entry) => entry.isAsked(options));
}

/** The entry of an encoder. Undefined for a name of a later version. */
export function encoderByName(name: EncoderName): EncoderEntry | undefined {
  return ENCODERS.find(({ description }) => description.name === name);
}

/** Descriptions of all encoders. */
export function describeEncoders(): EncoderDescription[] {
  return ENCODERS.map(({ description }) => description);
}
