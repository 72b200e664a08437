import Papa from "papaparse";
import { InputError, quote } from "../../base/errors.js";
import { isMissing, parseDecimal } from "../../base/number-text.js";
import type { ReadOptions } from "../format.js";
import { noteGuessed, noteIgnoredText, noteNoLabel } from "../rows/messages.js";
import { assignRoles, type Roles } from "../rows/roles.js";
import { invalidUtf8 } from "../text/source.js";

/** How many rows tell text from numbers. */
const SAMPLE = 100;
const DELIMITERS = [",", "\t", ";", "|"];
/** The name for a first column without one, as pandas writes its row index. */
const UNNAMED = "(unnamed)";

/** What the start of a CSV file says about the rest. */
export interface Dialect {
  readonly delimiter: string;
  /** Column names; `column1` and so on without a header. */
  readonly names: readonly string[];
  readonly roles: Roles;
  /** Positions of the columns that are features. */
  readonly features: readonly number[];
  /** Bytes before the first data row: byte order mark and header. */
  readonly skip: number;
  /** The line of the first data row, from 1. */
  readonly firstLine: number;
}

/**
 * Detects delimiter, header, roles and types from the first bytes of a file.
 *
 * `head` holds the first records; only complete ones count unless `whole` says that the file ends
 * there. Throws an InputError for an empty file, a header alone, or bad names.
 */
export function readDialect(
  head: Uint8Array,
  { whole, file, options }: { whole: boolean; file: string; options: ReadOptions },
): Dialect {
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const text = new TextDecoder("utf-8").decode(head.subarray(mark, whole ? head.length : lastRecordEnd(head)));
  const start = text.search(/\S/);
  if (start === -1) {
    throw new InputError({
      code: "empty",
      message: "the file is empty",
      remedy: "Give a file with one row per instance.",
      where: { file },
    });
  }
  const delimiter = options.delimiter ?? guessDelimiter(text);
  const rows = Papa.parse<string[]>(text, { delimiter, preview: SAMPLE + 1, skipEmptyLines: true }).data;
  const header = options.header ?? looksLikeHeader(rows, options);
  const { skip, firstLine } = header ? afterFirstRecord(head, mark) : { skip: mark, firstLine: 1 };
  if (header && !isUtf8(head.subarray(mark, skip))) throw invalidUtf8({ file, line: 1 });
  const trim = !head.subarray(mark, skip).includes(34);
  const names = header ? headerNames(rows[0], { file, trim }) : rows[0].map((_, i) => `column${i + 1}`);
  const sample = header ? rows.slice(1) : rows;
  if (sample.length === 0) {
    throw new InputError({
      code: "no-instances",
      message: "there is a header but no data row",
      remedy: "Give at least one instance.",
      where: { file },
    });
  }
  if (names.length < 2) {
    throw new InputError({
      code: "one-column",
      message: `there is only one column, ${quote(names[0])}`,
      remedy: `The delimiter seems to be ${quote(delimiter)}. Give another with the option delimiter, or another format with the option format.`,
      where: { file, line: 1 },
    });
  }
  const roles = namedRoles(names, header, options, file);
  const { features, text: textual } = sortColumns(names, roles, sample, header);
  noteGuessed(options, roles);
  noteIgnoredText(
    options,
    textual.map((i) => names[i]),
  );
  if (roles.label === undefined) noteNoLabel(options);
  if (header && names[0] === UNNAMED) {
    options.onNote?.({
      code: "ignored-index",
      message: "the first column has no name; it looks like a row index and was left out",
    });
  }
  return { delimiter, names, roles, features, skip, firstLine };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Without a header there are no names to guess from, so you must give the number of the bag column.
 */
function namedRoles(names: readonly string[], header: boolean, options: ReadOptions, file: string): Roles {
  if (header || options.bag !== undefined) return assignRoles(names, options, file);
  throw new InputError({
    code: "no-bag-column",
    message: "the file has no header, so no column says which bag a row belongs to",
    remedy: `Name the ${names.length} columns by number, such as 1 with the option bag and 2 with the option label, or add a header line.`,
    where: { file, line: 1 },
  });
}

function sortColumns(names: readonly string[], roles: Roles, sample: readonly string[][], header: boolean) {
  const features: number[] = [];
  const text: number[] = [];
  for (let i = 0; i < names.length; i++) {
    if (i === roles.bag || i === roles.label || i === roles.group || roles.ignored.has(i)) continue;
    if (header && names[i] === UNNAMED) continue;
    const present = sample.map((row) => (row[i] ?? "").trim()).filter((field) => !isMissing(field));
    const numeric = present.length === 0 || present.some(isNumeric);
    (numeric ? features : text).push(i);
  }
  return { features, text };
}

/**
 * Infinity counts as a number here, so that it is an error in its place and does not turn its
 * column into text.
 */
function isNumeric(field: string): boolean {
  return parseDecimal(field) !== undefined || /^[+-]?inf(inity)?$/i.test(field);
}

/**
 * Blanks around a name are dropped, unless quotes in the header suggest that they are meant.
 */
function headerNames(fields: readonly string[], { file, trim }: { file: string; trim: boolean }): string[] {
  const names = fields.map((field, i) => (trim ? field.trim() : field) || (i === 0 ? UNNAMED : `column${i + 1}`));
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    const before = seen.get(name);
    if (before !== undefined) {
      throw new InputError({
        code: "column-twice",
        message: `column ${before + 1} is also called ${quote(name)}`,
        remedy: "Give every column a name of its own.",
        where: { file, line: 1, column: i + 1 },
      });
    }
    seen.set(name, i);
  });
  return names;
}

/** A header has a known name, or no number at all, or text above a column of numbers. */
function looksLikeHeader(rows: readonly string[][], options: ReadOptions): boolean {
  const [first, second] = rows;
  const numeric = first.map((field) => parseDecimal(field.trim()) !== undefined);
  if (!numeric.includes(true)) return true;
  const named = first.map((field) => field.trim());
  if (options.bag !== undefined && named.includes(options.bag)) return true;
  if (hasTellingName(named)) return true;
  return (
    second !== undefined &&
    first.some(
      (field, i) => !numeric[i] && !isMissing(field.trim()) && parseDecimal((second[i] ?? "").trim()) !== undefined,
    )
  );
}

function hasTellingName(names: readonly string[]): boolean {
  try {
    assignRoles(names, {}, "");
    return true;
  } catch {
    return false;
  }
}

function guessDelimiter(text: string): string {
  const line = text
    .slice(text.search(/\S/))
    .split(/\r?\n/, 1)[0]
    .replace(/"[^"]*"/g, "");
  let best = ",";
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const found = line.split(delimiter).length - 1;
    if (found > most) {
      best = delimiter;
      most = found;
    }
  }
  return best;
}

/**
 * Where the first record that is not blank ends, and the line after it. Line ends in quotes do not
 * count.
 */
function afterFirstRecord(head: Uint8Array, from: number): { skip: number; firstLine: number } {
  let quoted = false;
  let blank = true;
  let line = 1;
  for (let i = from; i < head.length; i++) {
    const byte = head[i];
    if (byte === 34) quoted = !quoted;
    if (byte === 10) {
      line++;
      if (!quoted && !blank) return { skip: i + 1, firstLine: line };
    } else if (byte !== 13 && byte !== 32) blank = false;
  }
  return { skip: head.length, firstLine: line };
}

/** The end of the last complete record; the whole length if there is no line end. */
function lastRecordEnd(head: Uint8Array): number {
  const end = head.lastIndexOf(10);
  return end === -1 ? head.length : end + 1;
}
