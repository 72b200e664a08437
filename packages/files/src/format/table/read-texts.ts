import { InputError, type Place } from "@bagwise/core/base";
import { type Cell, type Grid, gridOf, type Table } from "../../table/table.js";
import { csvTable } from "../csv/table.js";
import { isObject, parseJson } from "../json/spot.js";
import { guessEncoding } from "../text/encoding.js";
import { gunzip } from "../text/gzip.js";
import { isGzip } from "../text/is-gzip.js";
import { collect, collectText, type Source, toSource } from "../text/source.js";
import { decimal } from "../text/text-pieces.js";
import { transcoded } from "../text/transcode.js";

/** A small table as texts, for files that people fill in. */
export interface TextTable {
  /** Without blanks around them. */
  readonly columns: readonly string[];
  readonly where: Place & { readonly file: string };
  readonly rows: readonly { readonly fields: readonly string[]; readonly where: Place }[];
}

interface TextOptions {
  /** The delimiter of CSV. Default: guessed. */
  readonly delimiter?: string | undefined;
}

/**
 * Reads a table of any format that `writeTable` writes, recognised by its content, as texts: a
 * missing value is empty. Rows without any value are left out. CSV is UTF-8, or UTF-16 as Excel may
 * write it. Throws an InputError for a file that is damaged, or has no table. Holds the whole file.
 */
export async function readTexts(source: Source, { delimiter }: TextOptions = {}): Promise<TextTable> {
  const file = source.name;
  const packed = await collect(source);
  const bytes = isGzip(packed) ? await collect(gunzip(toSource(packed, { name: file }))) : packed;
  const starts = (text: string) => [...text].every((letter, k) => bytes[k] === letter.charCodeAt(0));
  // The readers of binary formats are loaded on demand.
  if (starts("PAR1"))
    return await textsOf(
      await (await import("../from-parquet.js")).parquetTable(toSource(bytes, { name: file }), {}),
      file,
    );
  if (starts("PK")) return await textsOf(await (await import("../xlsx/read-xlsx.js")).readXlsx(bytes, { file }), file);
  if (starts("ARROW1"))
    return await textsOf(await (await import("../arrow/read-arrow.js")).readArrow(bytes, { file }), file);
  const encoding = guessEncoding(bytes);
  const plain = toSource(bytes, { name: file });
  const text = await collectText(encoding === undefined ? plain : transcoded(plain, encoding));
  const json = /^\s*[[{]/.test(text) ? jsonTexts(text, file) : undefined;
  return json ?? csvTexts(text, { file, delimiter });
}

/** The same for the text of a CSV or TSV file. */
export function csvTexts(text: string, { file, delimiter }: TextOptions & { readonly file: string }): TextTable {
  const [header, ...rows] = csvTable(text, { file, delimiter });
  return {
    columns: header?.fields.map((name) => name.trim()) ?? [],
    where: { file, line: header?.line ?? 1 },
    rows: rows.map(({ fields, line }) => ({ fields, where: { file, line } })),
  };
}

/** A list of objects, or an object on each line; undefined for text that only begins like that. */
function jsonTexts(text: string, file: string): TextTable | undefined {
  const list = text.trimStart().startsWith("[");
  const lines = text.split("\n");
  const items = list
    ? [parseJson(text, file)].flat().map((item: unknown, i) => ({ item, where: { file, row: i + 1 } }))
    : lines.flatMap((line, i) =>
        line.trim() === "" ? [] : [{ item: parseJson(line, file), where: { file, line: i + 1 } }],
      );
  const objects = items.flatMap(({ item, where }) => (isObject(item) ? [{ item, where }] : []));
  if (objects.length < items.length)
    throw new InputError({
      code: "json-shape",
      message: "a row is not an object",
      remedy: "Give a list of objects, or one object a line, all with the same keys.",
      where: { file },
    });
  const columns = [...new Set(objects.flatMap(({ item }) => Object.keys(item)))];
  return {
    columns: columns.map((name) => name.trim()),
    where: { file },
    rows: objects.map(({ item, where }) => ({ fields: columns.map((key) => cellAsText(item[key] as Cell)), where })),
  };
}

async function textsOf(table: Table | Grid, file: string): Promise<TextTable> {
  const grid = "cell" in table ? table : await gridOf(table, file);
  const all: TextTable["rows"][number][] = [];
  for (let row = 0; row < grid.length; row++) {
    const fields = grid.columns.map((_, column) => cellAsText(grid.cell(row, column)));
    const where = { file, [grid.rowNoun]: grid.number(row) };
    if (fields.some((field) => field.trim() !== "")) all.push({ fields, where });
  }
  return { columns: grid.columns.map((name) => name.trim()), where: { file }, rows: all };
}

function cellAsText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return decimal(cell);
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}
