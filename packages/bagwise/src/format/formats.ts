import { InputError, quote } from "../base/errors.js";
import { arff } from "./arff/format.js";
import { csv, tsv } from "./csv/format.js";
import type { Format, FormatName } from "./format.js";
import { json } from "./json/format.js";
import { jsonl } from "./jsonl/format.js";
import { musk } from "./musk/format.js";
import { parquet } from "./parquet/format.js";
import { svmlight } from "./svmlight/format.js";

/**
 * All formats, the ones with the most telling content first: that is the order in which content is
 * asked about.
 */
export const FORMATS: readonly Format[] = [parquet, arff, jsonl, json, svmlight, musk, tsv, csv];

/** The format with this name; an InputError for a name nobody has. */
export function formatByName(name: string): Format {
  const format = FORMATS.find((each) => each.name === name);
  if (format !== undefined) return format;
  throw new InputError({
    code: "unknown-format",
    message: `there is no format ${quote(name)}`,
    remedy: `Choose one of ${FORMATS.map((each) => each.name).join(", ")}.`,
  });
}

/** The format that a file name ends like, `.gz` aside; undefined when its ending says nothing. */
export function formatByEnding(name: string): Format | undefined {
  const ending = /\.([^./\\]+)$/.exec(name.toLowerCase().replace(/\.gz$/, ""))?.[1];
  return ending === undefined ? undefined : FORMATS.find((format) => format.extensions.includes(ending));
}

/** The format that content which starts like this is of; undefined when it looks like none. */
export function formatByContent(head: Uint8Array): Format | undefined {
  const text = new TextDecoder("latin1").decode(head);
  return FORMATS.find((format) => format.recognises(text));
}

/** The format of a file to write: the option's, or the one its name ends like. */
export function formatToWrite(name: string, wanted: FormatName | undefined): Format {
  const format = wanted === undefined ? formatByEnding(name) : formatByName(wanted);
  if (format !== undefined) return format;
  throw new InputError({
    code: "unknown-format",
    message: `the name ${quote(name)} does not say which format to write`,
    remedy: `End it in one of ${FORMATS.map((each) => `.${each.extensions[0]}`).join(", ")} (and .gz if you like), or give --format.`,
  });
}
