import type { Place } from "@bagwise/core/base";
import { type Cell, type Grid, gridOf, type Table } from "../../table/table.js";
import { csvTable } from "../csv/table.js";
import { linesOf, objectTable } from "../json/object-table.js";
import { parseJson } from "../json/spot.js";
import { gunzip } from "../text/gzip.js";
import { guessEncoding, transcoded } from "../text/other-encodings.js";
import { collect, collectText, isGzip, type Source, toSource } from "../text/source.js";
import { decimal } from "../text/text-pieces.js";

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
  if (/^\s*\[/.test(text)) return await textsOf(objectTable([parseJson(text, file)].flat(), "row", file), file);
  if (/^\s*\{/.test(text)) return await textsOf(objectTable(linesOf(text, file), "line", file), file);
  return csvTexts(text, { file, delimiter });
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

async function textsOf(table: Table | Grid, file: string): Promise<TextTable> {
  const grid = await gridOf(table, file);
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
