import { InputError, quote } from "@bagwise/core/base";
import { safeCell } from "../csv/safe-cell.js";
import { gzip } from "../text/gzip.js";
import { decimal, textPieces } from "../text/text-pieces.js";
import { typedColumns } from "./typed-columns.js";

/** A value to write; null is missing. */
export type OutputValue = string | number | boolean | null;

/** A table to write. Each row has a value for each column. */
export interface OutputTable {
  /** Names, each once. */
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly OutputValue[]>;
}

/** The endings of the names of tables, the usual one first. */
const ENDINGS = {
  csv: ["csv"],
  tsv: ["tsv", "tab"],
  json: ["json"],
  jsonl: ["jsonl", "ndjson"],
  parquet: ["parquet", "pq"],
  xlsx: ["xlsx"],
  arrow: ["arrow", "feather", "ipc"],
} as const;

/** The formats of tables: scores, ranked lists, audits. */
export type TableFormat = keyof typeof ENDINGS;

/**
 * The format of a table to write, by the ending of its name, ignoring `.gz`. Throws an InputError
 * that lists the endings.
 */
export function tableFormatByEnding(name: string): TableFormat {
  const ending = /\.([^./\\]+)$/.exec(name.toLowerCase().replace(/\.gz$/, ""))?.[1] ?? "";
  for (const [format, endings] of Object.entries(ENDINGS))
    if ((endings as readonly string[]).includes(ending)) return format as TableFormat;
  throw new InputError({
    code: "unknown-format",
    message: `the name ${quote(name)} does not tell the format to write`,
    remedy: `End it in one of ${Object.values(ENDINGS)
      .map(([usual]) => `.${usual}`)
      .join(", ")} (plus .gz to compress it).`,
  });
}

/** How to write a table. */
export interface WriteTableOptions {
  /**
   * CSV and TSV: whether text that a spreadsheet would run as a formula gets an apostrophe. Default:
   * false. In the other formats text is text.
   */
  readonly safe?: boolean | undefined;
  /**
   * CSV and TSV: whether to begin with a byte order mark, by which alone Excel recognises UTF-8.
   * Default: false.
   */
  readonly mark?: boolean | undefined;
  /** CSV and TSV: whether to begin with the names of the columns. Default: true. */
  readonly header?: boolean | undefined;
  /** Whether to gzip. Default: false. */
  readonly gzip?: boolean | undefined;
}

/**
 * A table as a file, in pieces to write one after the other. Numbers read back to the same bits. In
 * CSV and TSV a missing value is an empty field, like an empty text; JSON and JSON Lines write null
 * for numbers that are not finite. Parquet and Arrow give each column one type and hold the whole
 * table.
 */
export async function* writeTable(
  table: OutputTable,
  format: TableFormat,
  { gzip: packed = false, ...options }: WriteTableOptions = {},
): AsyncGenerator<Uint8Array> {
  const pieces = await tablePieces(table, format, options);
  yield* packed ? gzip(pieces) : pieces;
}

/**
 * Tables with the same columns as one file, each written as it comes: in CSV, TSV and JSON Lines nothing
 * is held. The other formats hold all rows.
 */
export async function* writeTables(
  tables: AsyncIterable<OutputTable>,
  format: TableFormat,
  { gzip: packed = false, ...options }: WriteTableOptions = {},
): AsyncGenerator<Uint8Array> {
  const pieces = LINES.has(format)
    ? linesOf(tables, format, options)
    : writeTable(await joined(tables), format, options);
  yield* packed ? gzip(pieces) : pieces;
}

/** The formats whose rows stand one after the other, each on its own line. */
const LINES: ReadonlySet<TableFormat> = new Set(["csv", "tsv", "jsonl"]);

async function* linesOf(
  tables: AsyncIterable<OutputTable>,
  format: TableFormat,
  options: WriteTableOptions,
): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const table of tables) {
    yield* await tablePieces(table, format, { ...options, header: first, mark: first && options.mark });
    first = false;
  }
}

async function joined(tables: AsyncIterable<OutputTable>): Promise<OutputTable> {
  let columns: readonly string[] = [];
  const rows: (readonly OutputValue[])[] = [];
  for await (const table of tables) {
    columns = table.columns;
    for (const row of table.rows) rows.push(row);
  }
  return { columns, rows };
}

/** A file in pieces to write one after the other. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The pieces of a table as a file that is not packed. */
export async function tablePieces(
  table: OutputTable,
  format: TableFormat,
  options: Pick<WriteTableOptions, "safe" | "mark" | "header"> = {},
): Promise<Pieces> {
  // Binary writers are loaded on demand, so that the others do not pay for them.
  switch (format) {
    case "csv":
      return textPieces(delimited(table, ",", options));
    case "tsv":
      return textPieces(delimited(table, "\t", options));
    case "json":
      return textPieces(jsonList(table));
    case "jsonl":
      return textPieces(jsonLines(table));
    case "parquet":
      return (await import("../parquet/write-groups.js")).writeColumns(typedColumns(table));
    case "xlsx":
      return (await import("../xlsx/write-xlsx.js")).writeXlsx(table);
    case "arrow":
      return (await import("../arrow/write-arrow.js")).writeArrow(typedColumns(table));
  }
}

function* delimited(
  { columns, rows }: OutputTable,
  delimiter: string,
  { safe = false, mark = false, header = true }: Pick<WriteTableOptions, "safe" | "mark" | "header">,
): Generator<string> {
  if (mark) yield "\ufeff";
  const field = (text: string) => csvField(safe ? safeCell(text) : text, delimiter);
  // A line of one empty field would be a blank line, which readers skip.
  const line = (fields: string[]) => `${fields.length === 1 && fields[0] === "" ? '""' : fields.join(delimiter)}\n`;
  if (header) yield line(columns.map(field));
  for (const row of rows) {
    yield line(
      row.map((value) => {
        if (value === null) return "";
        return typeof value === "number" ? decimal(value) : field(String(value));
      }),
    );
  }
}

/** A field, in quotes if it holds a delimiter, a quote or a line end, or blanks at its ends. */
function csvField(text: string, delimiter: string): string {
  const plain = !text.includes(delimiter) && !/["\r\n]|^\s|\s$|^\ufeff/.test(text);
  return plain ? text : `"${text.replaceAll('"', '""')}"`;
}

function* jsonObjects({ columns, rows }: OutputTable): Generator<string> {
  const keys = columns.map((name) => `${JSON.stringify(name)}:`);
  for (const row of rows) yield `{${row.map((value, k) => keys[k] + jsonValue(value)).join(",")}}`;
}

function jsonValue(value: OutputValue): string {
  return typeof value === "number" && Number.isFinite(value) ? decimal(value) : JSON.stringify(value);
}

function* jsonList(table: OutputTable): Generator<string> {
  yield "[";
  let between = "\n";
  for (const object of jsonObjects(table)) {
    yield `${between}${object}`;
    between = ",\n";
  }
  yield "\n]\n";
}

function* jsonLines(table: OutputTable): Generator<string> {
  for (const object of jsonObjects(table)) yield `${object}\n`;
}
