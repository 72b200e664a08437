import type { Cell, Table, TableRow } from "../../bags/table.js";
import { InputError } from "../../base/errors.js";
import { nameColumns, type Renamed } from "../table/unique-names.js";
import { openPackage } from "./package.js";
import { isBlank, type Merged, MOST_CELLS, readSheet, type SheetRow } from "./sheet.js";
import { chooseSheet, readWorkbook } from "./workbook.js";

/** More rows than this above the names of the columns are no titles. */
const MOST_TITLES = 5;

/** The table of a sheet, and what is worth a note. */
export interface SheetTable extends Table {
  /** The sheet that was read, and all sheets of the file. */
  readonly sheet: string;
  readonly sheets: readonly string[];
  /** Columns whose names were empty or there before. */
  readonly renamed: readonly Renamed[];
  /** How many cells have a formula without a value, because no program has computed it yet. */
  readonly uncomputed: number;
}

/**
 * Reads a sheet of an Excel file (.xlsx): the first that is not hidden, or that of the given name or
 * number from 1. The first row with values names the columns; a title above it, in one cell, is
 * skipped. Rows and columns without values are left out, and merged cells all have the value that
 * is shown. Dates are in UTC, times of day and durations are numbers of days, errors such as #N/A
 * are null. Throws an InputError for a file that is damaged, old or protected. Memory: the cells
 * and texts of the sheet.
 */
export async function readXlsx(
  bytes: Uint8Array,
  { file, sheet: wanted }: { file: string; sheet?: string | number | undefined },
): Promise<SheetTable> {
  try {
    const parts = openPackage(bytes, file);
    const workbook = await readWorkbook(parts);
    const sheet = chooseSheet(workbook.sheets, wanted, file);
    const { rows, merged, uncomputed } = await readSheet(parts, sheet.part, workbook);
    const { names, table } = arranged(rows, merged);
    const { names: columns, renamed } = nameColumns(names);
    return {
      columns,
      rowNoun: "row",
      rows: table,
      sheet: sheet.name,
      sheets: workbook.sheets.map(({ name }) => name),
      renamed,
      uncomputed,
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({
      code: "xlsx",
      message: `this is not an Excel file, or it is damaged or cut off (${error instanceof Error ? error.message : String(error)})`,
      remedy: "Copy the file again, or open it in Excel or LibreOffice and save it as .xlsx.",
      where: { file },
    });
  }
}

/** The names of the columns and the rows below them. */
function arranged(rows: readonly SheetRow[], merged: readonly Merged[]): { names: string[]; table: TableRow[] } {
  const titles = titleRows(rows);
  fillMerged(rows, merged, rows[titles]?.number ?? 1);
  const [header, ...body] = rows.slice(titles);
  if (header === undefined) return { names: [], table: [] };
  const used: boolean[] = [];
  for (const { cells } of [header, ...body])
    for (let k = 0; k < cells.length; k++) if (!used[k] && !isBlank(cells[k])) used[k] = true;
  const columns = [...used.keys()].filter((k) => used[k]);
  return {
    names: columns.map((k) => headerText(header.cells[k])),
    table: body.map(({ number, cells }) => ({ number, cells: columns.map((k) => cells[k] ?? null) })),
  };
}

/** How many rows hold only a title: one text, above a row with several texts and nothing else. */
function titleRows(rows: readonly SheetRow[]): number {
  const filled = (row: SheetRow | undefined) => row?.cells.filter((cell) => !isBlank(cell)) ?? [];
  const isText = (cell: Cell) => typeof cell === "string";
  let titles = 0;
  while (titles < MOST_TITLES && filled(rows[titles]).length === 1 && filled(rows[titles]).every(isText)) titles++;
  const header = filled(rows[titles]);
  return header.length > 1 && header.every(isText) ? titles : 0;
}

/** Gives all cells of a merged range, from a row on, the value of its first. */
function fillMerged(rows: readonly SheetRow[], merged: readonly Merged[], from: number): void {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const indexOf = new Map(rows.map(({ number }, i) => [number, i]));
  let work = 0;
  for (const { top, bottom, left, right } of merged) {
    const first = indexOf.get(top + 1);
    if (top + 1 < from || first === undefined) continue;
    const value = rows[first].cells[left];
    for (let i = first; i < rows.length && rows[i].number <= bottom + 1; i++) {
      const { cells } = rows[i];
      work += width;
      if (work > MOST_CELLS) throw new Error("it has too many merged cells");
      while (cells.length < left) cells.push(null);
      for (let k = left; k <= Math.min(right, width - 1); k++) if (isBlank(cells[k])) cells[k] = value;
    }
  }
}

function headerText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString().replace(/T00:00:00\.000Z$/, "") : String(cell);
}
