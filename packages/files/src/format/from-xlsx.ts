import { count, quote } from "@bagwise/core/base";
import type { OpenTable } from "../table/table.js";
import type { ReadOptions } from "./format.js";
import { noteRenamed } from "./rows/messages.js";
import { listNames } from "./rows/roles.js";
import { collect, type Source } from "./text/source.js";
import { readXlsx } from "./xlsx/read-xlsx.js";

/**
 * The rows of a sheet of an Excel file, one per instance, or per bag with lists as text, with notes about which
 * sheet it is. The option `sheet` names it. Holds the file and the cells of the sheet in memory.
 */
export async function xlsxTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const table = await readXlsx(await collect(source), { file: source.name, sheet: options.sheet });
  options.signal?.throwIfAborted();
  const { sheet, sheets, renamed, uncomputed } = table;
  if (sheets.length > 1 && options.sheet === undefined)
    options.onNote?.({
      code: "sheet-chosen",
      message: `the sheet ${quote(sheet)} was read, of ${count(sheets.length, "sheet")}: ${listNames(sheets)}`,
    });
  if (uncomputed > 0)
    options.onNote?.({
      code: "uncomputed-formulas",
      message: `${count(uncomputed, "formula has", "formulas have")} no value in the file, and ${uncomputed === 1 ? "counts" : "count"} as missing`,
    });
  // Like the row index that pandas writes.
  const index = renamed.find(({ from, column }) => column === 1 && from === "")?.to;
  if (index !== undefined)
    options.onNote?.({
      code: "ignored-index",
      message: "the first column has no name; it looks like a row index and was left out",
      columns: [index],
    });
  noteRenamed(
    options,
    renamed.filter(({ to }) => to !== index),
  );
  return { ...table, unnamed: index === undefined ? [] : [index] };
}
