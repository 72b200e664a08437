import type { Recipe } from "@bagwise/core/bags";
import type { Grid } from "../table/table.js";
import { countsEntry } from "./counts/entry.js";
import type { EncoderDescription, EncoderEntry, EncoderName } from "./encoder.js";
import { moleculeEntry } from "./molecule/entry.js";
import type { EncodeOptions } from "./options.js";
import { photoEntry } from "./photo/entry.js";
import { textEntry } from "./text/entry.js";
import { windowEntry } from "./window/entry.js";

/** All encoders, in the order in which they are tried. A SMILES can be as long as a text. */
export const ENCODERS: readonly EncoderEntry[] = [photoEntry, moleculeEntry, textEntry, countsEntry, windowEntry];

/** The encoders that the options ask for; if none, those that suit the rows. */
export function encodersFor(grid: Grid, options: EncodeOptions): EncoderEntry[] {
  const asked = ENCODERS.filter((entry) => entry.isAsked(options));
  return asked.length > 0 ? asked : ENCODERS.filter((entry) => entry.suits(grid)).slice(0, 1);
}

/** Whether the options ask for any encoder. */
export function asksForEncoder(options: EncodeOptions): boolean {
  return ENCODERS.some((entry) => entry.isAsked(options));
}

/** Whether the rows of a bag are what is encoded: by the encoders of the recipe, else by those asked for. */
export function encodesRows(options: EncodeOptions & { readonly recipe?: Recipe | undefined }): boolean {
  const known = options.recipe?.encoders;
  const entries =
    options.recipe === undefined
      ? ENCODERS.filter((entry) => entry.isAsked(options))
      : ENCODERS.filter(({ description }) => known?.some(({ type }) => type === description.name));
  return entries.some(({ description }) => description.joinsRows === true);
}

/** The options that fitted encoders were made with, by name, as far as they keep them under that name. */
export function optionsOfEncoders(encoders: Recipe["encoders"] = []): Record<string, unknown> {
  return Object.fromEntries(
    encoders.flatMap((fitted) => {
      const kept = new Map<string, unknown>(Object.entries(fitted));
      const options = ENCODERS.find(({ description }) => description.name === fitted.type)?.description.options ?? [];
      return options.flatMap(({ name }) => ((kept.get(name) ?? null) === null ? [] : [[name, kept.get(name)]]));
    }),
  );
}

/** The entry of an encoder. Undefined for a name of a later version. */
export function encoderByName(name: EncoderName): EncoderEntry | undefined {
  return ENCODERS.find(({ description }) => description.name === name);
}

/** Descriptions of all encoders. */
export function describeEncoders(): EncoderDescription[] {
  return ENCODERS.map(({ description }) => description);
}
