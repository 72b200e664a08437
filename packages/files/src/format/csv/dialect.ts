import { InputError, isMissing, parseDecimal, quote } from "@bagwise/core/base";
import { encodersFor } from "../../encode/encoders.js";
import type { ReadOptions } from "../format.js";
import { tooManyColumns } from "../rows/limits.js";
import { noteGuessed, noteIgnoredText, noteNoLabel, noteRenamed } from "../rows/messages.js";
import { recallColumns } from "../rows/recall-columns.js";
import { assignRoles, type Roles } from "../rows/roles.js";
import { asksForTable } from "../table/asks-for-table.js";
import { uniqueNames } from "../table/unique-names.js";
import { LONGEST_LINE, lineTooLong } from "../text/lines.js";
import { invalidUtf8 } from "../text/source.js";
import { brokenQuote, openQuote } from "./careful.js";
import { CsvRecords } from "./records.js";

/** How many rows tell text from numbers. */
const SAMPLE = 100;
const DELIMITERS = [",", "\t", ";", "|"];
/** How many bytes tell the delimiter. */
const TELLING = 2 ** 20;
/** The name for a first column without one, as pandas writes its row index. */
export const UNNAMED = "(unnamed)";

/** What the start of a CSV file says about the rest. */
export interface Dialect {
  readonly delimiter: string;
  /** Column names; `column1` and so on without a header. */
  readonly names: readonly string[];
  readonly roles: Roles;
  /** Positions of the columns that are features. */
  readonly features: readonly number[];
  /** Whether every feature is a column of plain numbers, so that rows can be read as they come. */
  readonly plain: boolean;
  /** Says what was guessed and left out. Call it once, if the rows are read as they come. */
  note(): void;
  /** Bytes before the first data row: byte order mark and header. */
  readonly skip: number;
  /** The line of the first data row, from 1. */
  readonly firstLine: number;
}

/** Where the fields and the rows of a CSV file are, and what its columns are called. */
export interface Layout extends Pick<Dialect, "delimiter" | "names" | "skip" | "firstLine"> {
  /** Whether the first line names the columns. */
  readonly header: boolean;
  /** The texts of the first rows. */
  readonly sample: readonly string[][];
}

interface Head {
  readonly whole: boolean;
  readonly file: string;
  readonly options: ReadOptions;
}

/**
 * Detects delimiter and header from the first bytes of a file, which hold the first records, the
 * last one possibly cut off unless `whole` says that the file ends there, in a line end. Undefined if
 * that is not enough. Throws an InputError for an empty file, a header alone, or bad names.
 */
export function readLayout(head: Uint8Array, { whole, file, options }: Head): Layout | undefined {
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const delimiter = options.delimiter ?? guessDelimiter(head.subarray(mark));
  const { rows, open } = firstRows(head, { mark, delimiter, file });
  if (!whole && rows.length < 2) return undefined;
  const [first, ...others] = rows;
  if (first === undefined) throw open ?? nothing(file);
  const header = options.header ?? looksLikeHeader(textsOf(rows), options);
  if (header && !isUtf8(head.subarray(mark, first.end))) throw invalidUtf8({ file, line: first.line });
  const names = header ? headerNames(first, file) : first.fields.map((_, i) => `column${i + 1}`);
  const sample = textsOf(header ? others : rows);
  if (sample.length === 0) throw open ?? noRows(file);
  if (names.length < 2) {
    throw new InputError({
      code: "one-column",
      message: `there is only one column, ${quote(names[0])}`,
      remedy: `The delimiter seems to be ${quote(delimiter)}. Give another with the option delimiter, or another format with the option format.`,
      where: { file, line: 1 },
    });
  }
  if (header) noteHeader(options, first, names);
  const { skip, firstLine } = header ? { skip: first.end, firstLine: first.nextLine } : { skip: mark, firstLine: 1 };
  return { delimiter, names, header, sample, skip, firstLine };
}

/**
 * Detects layout, roles and types from the first bytes of a file, as `readLayout` does. Throws an
 * InputError also for roles that are not clear.
 */
export function readDialect(head: Uint8Array, { whole, file, options }: Head): Dialect | undefined {
  const layout = readLayout(head, { whole, file, options });
  if (layout === undefined) return undefined;
  const { names, header, sample, delimiter, skip, firstLine } = layout;
  if (holdsRaw(names, sample, options))
    return { delimiter, names, roles: NO_ROLES, features: [], plain: false, note: () => undefined, skip, firstLine };
  const roles = namedRoles(names, header, options, file);
  const sorted = sortColumns(names, roles, sample, header);
  const features =
    options.recipe === undefined ? sorted.features : recallColumns(names, roles, options.recipe, file, options);
  // Of a file that is read like another one, only the columns that are used must be plain.
  const odd = sorted.broken || sorted.text.some((i) => options.recipe === undefined || features.includes(i));
  const plain = !odd && !asksForTable(options);
  const note = () => {
    noteGuessed(options, roles);
    if (options.recipe === undefined)
      noteIgnoredText(
        options,
        sorted.text.map((i) => names[i]),
      );
    if (roles.label === undefined) noteNoLabel(options);
  };
  return { delimiter, names, roles, features, plain, note, skip, firstLine };
}

/** The columns of raw things are understood with all rows at hand. */
const NO_ROLES: Roles = { bag: 0, label: undefined, group: undefined, ignored: new Set(), guessed: [] };

/** Whether an encoder must turn the rows into instances first. */
function holdsRaw(names: readonly string[], sample: readonly string[][], options: ReadOptions): boolean {
  if (options.recipe !== undefined) return options.recipe.encoders !== undefined;
  const number = (row: number) => row + 1;
  const cell = (row: number, column: number) => sample[row][column];
  return (
    encodersFor({ columns: names, rowNoun: "line", length: sample.length, cell, number, place: () => ({}) }, options)
      .length > 0
  );
}

/** Says which names are not those of the file. */
function noteHeader(options: ReadOptions, { fields }: Row, names: readonly string[]): void {
  if (names[0] === UNNAMED)
    options.onNote?.({
      code: "ignored-index",
      message: "the first column has no name; it looks like a row index and was left out",
      columns: [UNNAMED],
    });
  const written = ({ text, quoted }: Row["fields"][number]) => (quoted ? text : text.trim());
  const renamed = names.flatMap((to, i) => (i > 0 && to !== written(fields[i]) ? [{ to }] : []));
  noteRenamed(options, renamed);
}

/** A record at the start of a file. */
interface Row {
  readonly fields: readonly { readonly text: string; readonly quoted: boolean }[];
  readonly line: number;
  /** The position and the line after it. */
  readonly end: number;
  readonly nextLine: number;
}

const textsOf = (rows: readonly Row[]) => rows.map(({ fields }) => fields.map(({ text }) => text));

/**
 * The first complete records that are not blank, at most the header and a sample. A record that
 * cannot be read ends them: if it is the first one, that is an error; if it is a later one, the
 * reader will come to it. `open` is the error for one that does not end.
 */
function firstRows(
  head: Uint8Array,
  { mark, delimiter, file }: { mark: number; delimiter: string; file: string },
): { rows: Row[]; open: InputError | undefined } {
  const records = new CsvRecords(delimiter);
  const rows: Row[] = [];
  let from = mark;
  let line = 1;
  while (rows.length <= SAMPLE && from < head.length) {
    const found = records.scan(head, from, head.length);
    const quoteLine = line + records.breaksBeforeQuote;
    if (found === "broken" && rows.length === 0) throw brokenQuote({ file, line: quoteLine });
    if (found === "wide" && rows.length === 0) throw tooManyColumns({ file, line });
    if (found === "more") {
      const ended = head.length <= LONGEST_LINE;
      const open = records.quoting ? openQuote({ file, line: quoteLine }, { ended }) : lineTooLong({ file, line });
      return { rows, open };
    }
    if (found !== "record") break;
    const end = from + records.length;
    const nextLine = line + records.breaks + 1;
    const row = { line, end, nextLine, fields: fieldsOf(records, head, from) };
    if (!isBlank(head, from, end)) rows.push(row);
    from = end;
    line = nextLine;
    records.clear();
  }
  return { rows, open: undefined };
}

function fieldsOf({ fields }: CsvRecords, head: Uint8Array, from: number): Row["fields"] {
  // Whether the text is UTF-8 is checked where it is used.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return fields.map(({ start, end, quoted, doubled }) => {
    const text = decoder.decode(head.subarray(from + start, from + end));
    return { quoted, text: doubled ? text.replaceAll('""', '"') : text };
  });
}

function nothing(file: string): InputError {
  return new InputError({
    code: "empty",
    message: "the file is empty",
    remedy: "Give a file with one row per instance.",
    where: { file },
  });
}

function noRows(file: string): InputError {
  return new InputError({
    code: "no-instances",
    message: "there is a header but no data row",
    remedy: "Give at least one instance.",
    where: { file },
  });
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
  if (header || options.bag !== undefined || options.recipe?.bag !== undefined)
    return assignRoles(names, options, file);
  throw new InputError({
    code: "no-bag-column",
    message: "the file has no header, so no column says which bag a row belongs to",
    remedy: `Name the ${names.length} columns by number, such as 1 with the option bag and 2 with the option label, or add a header line.`,
    where: { file, line: 1 },
  });
}

/** `broken`: a column of numbers has other values among them, or none at all. */
function sortColumns(names: readonly string[], roles: Roles, sample: readonly string[][], header: boolean) {
  const features: number[] = [];
  const text: number[] = [];
  let broken = false;
  for (let i = 0; i < names.length; i++) {
    if (i === roles.bag || i === roles.label || i === roles.group || roles.ignored.has(i)) continue;
    if (header && names[i] === UNNAMED) continue;
    const present = sample.map((row) => (row[i] ?? "").trim()).filter((field) => !isMissing(field));
    const numeric = present.length === 0 || present.some(isNumeric);
    // A column without values may have none at all: then it is left out, which only all rows tell.
    broken ||= present.length === 0 || (numeric && !present.every(isNumeric));
    (numeric ? features : text).push(i);
  }
  return { features, text, broken };
}

/**
 * Infinity counts as a number here, so that it is an error in its place and does not turn its
 * column into text.
 */
function isNumeric(field: string): boolean {
  return parseDecimal(field) !== undefined || /^[+-]?inf(inity)?$/i.test(field);
}

/** Blanks around a name are dropped, unless it is quoted. */
function headerNames({ fields, line }: Row, file: string): string[] {
  const written = fields.map(({ text, quoted }) => (quoted ? text : text.trim()));
  if (written.some((name, i) => !fields[i].quoted && name.includes("\r"))) throw returnsAlone({ file, line });
  return uniqueNames(written.map((name, i) => name || (i === 0 ? UNNAMED : `column${i + 1}`)));
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

function returnsAlone(where: { file: string; line: number }): InputError {
  return new InputError({
    code: "line-ends",
    message: "the header holds a carriage return that ends no line",
    remedy: "Save the file with the line ends LF or CRLF.",
    where,
  });
}

/** The candidate that splits the first record into the most fields; a comma if none splits it. */
export function guessDelimiter(bytes: Uint8Array): string {
  const head = bytes.subarray(0, TELLING);
  let best = ",";
  let most = 1;
  for (const delimiter of DELIMITERS) {
    const records = new CsvRecords(delimiter);
    const fields = firstFields(records, head);
    if (fields > most) {
      best = delimiter;
      most = fields;
    }
  }
  return best;
}

/** How many fields the first record has that is not blank; 0 if its quotes forbid the delimiter. */
function firstFields(records: CsvRecords, head: Uint8Array): number {
  for (let from = 0; from < head.length; ) {
    const found = records.scan(head, from, head.length);
    if (found !== "record") return found === "broken" ? 0 : records.fields.length;
    if (!isBlank(head, from, from + records.length)) return records.fields.length;
    from += records.length;
    records.clear();
  }
  return 0;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] > 32) return false;
  return true;
}
