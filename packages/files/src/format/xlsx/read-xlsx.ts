import { InputError } from "@bagwise/core/base";
import type { Grid } from "../../table/table.js";
import type { Renamed } from "../table/unique-names.js";
import { arranged } from "./arrange.js";
import { openPackage } from "./package.js";
import { readSheet } from "./sheet.js";
import { chooseSheet, readWorkbook } from "./workbook.js";

/** The table of a sheet, and what is worth a note. */
export interface SheetTable extends Grid {
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
 * are null. Throws an InputError for a file that is damaged, old or protected, or whose cells reach
 * over too many rows and columns. Memory: the cells and texts of the sheet.
 */
export async function readXlsx(
  bytes: Uint8Array,
  { file, sheet: wanted }: { file: string; sheet?: string | number | undefined },
): Promise<SheetTable> {
  try {
    const parts = openPackage(bytes, file);
    const workbook = await readWorkbook(parts);
    const sheet = chooseSheet(workbook.sheets, wanted, file);
    const cells = await readSheet(parts, sheet.part, { workbook, size: bytes.length });
    const { table, renamed } = arranged(cells, file);
    return {
      ...table,
      sheet: sheet.name,
      sheets: workbook.sheets.map(({ name }) => name),
      renamed,
      uncomputed: cells.uncomputed,
    };
  } catch (error) {
    if (error instanceof InputError) throw error.at({ file });
    throw new InputError({
      code: "xlsx",
      message: `this is not an Excel file, or it is damaged or cut off (${error instanceof Error ? error.message : String(error)})`,
      remedy: "Copy the file again, or open it in Excel or LibreOffice and save it as .xlsx.",
      where: { file },
    });
  }
}
