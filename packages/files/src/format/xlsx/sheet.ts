import { InputError, quote, thousands } from "@bagwise/core/base";
import type { Cell } from "../../table/table.js";
import { serialDate } from "./date-format.js";
import type { Package } from "./package.js";
import { columnOf, type Merged, MOST_COLUMNS, MOST_ROWS, rangeOf } from "./places.js";
import { textCollector, unescapedText } from "./text.js";
import type { Workbook } from "./workbook.js";
import type { Attributes } from "./xml.js";

/** More cells than this, rows by columns, do not fit into the memory of most machines. */
const MOST_CELLS = 2 ** 26;
/** Of a small file fewer: this many, or so many for each of its bytes. */
const FREE_CELLS = 2 ** 22;
const CELLS_OF_A_BYTE = 64;
/** The same for characters: many cells may share one text, and each is looked at. */
const FREE_CHARACTERS = 2 ** 26;
const CHARACTERS_OF_A_BYTE = 256;
/** Merged ranges are held. */
const MOST_MERGED = 2 ** 20;

/** The cells of a sheet as they are written. Only what is there takes memory, not the rectangle around it. */
export interface SheetCells {
  /** The numbers of the rows with a value, from 1. */
  readonly rows: readonly number[];
  /** By the number of the column, from 0, its cells in the order of `rows`. Columns and cells may be absent. */
  readonly columns: readonly Cell[][];
  /** The place in `rows` of the last value of each column; -1 without one. */
  readonly last: readonly number[];
  readonly merged: readonly Merged[];
  /** How many more characters the texts of all cells may have. */
  readonly spare: number;
  /** How many cells have a formula that no program has computed. */
  readonly uncomputed: number;
}

/**
 * Reads the cells of a sheet in a file of `size` bytes: numbers, texts, booleans, dates by their format, and the
 * values of formulas. An error such as #N/A is null. Throws an Error about what is damaged, and an InputError if
 * rows by columns, or the characters of all texts, are too many for the file.
 */
export async function readSheet(
  parts: Package,
  part: string,
  { workbook, size }: { workbook: Workbook; size: number },
): Promise<SheetCells> {
  const most = Math.min(MOST_CELLS, Math.max(FREE_CELLS, CELLS_OF_A_BYTE * size));
  const rows: number[] = [];
  const columns: Cell[][] = [];
  const last: number[] = [];
  const merged: Merged[] = [];
  const text = textCollector();
  const row = { number: 0, at: [] as number[], cells: [] as Cell[] };
  let spare = Math.max(FREE_CHARACTERS, CHARACTERS_OF_A_BYTE * size);
  let width = 0;
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let inValue = false;
  let formula = false;
  let uncomputed = 0;

  const startCell = (attributes: Attributes) => {
    const place = attributes.get("r");
    column = place === undefined ? column + 1 : columnOf(place);
    if (column === MOST_COLUMNS) throw new Error("it has a cell behind the last column");
    type = attributes.get("t") ?? "n";
    style = type === "n" ? Number(attributes.get("s") ?? 0) : 0;
    value = "";
    formula = false;
  };

  const endCell = () => {
    const inline = text.take();
    if (formula && value === "" && type !== "str") uncomputed++;
    const cell = type === "inlineStr" ? inline : cellValue(type, value, style, workbook);
    if (cell === null) return;
    if (typeof cell === "string") spare -= cell.length;
    if (spare < 0) throw tooMuchText();
    row.at.push(column);
    row.cells.push(cell);
  };

  const endRow = () => {
    if (row.cells.every(isBlank)) return;
    if (rows.at(-1) === row.number) throw new Error("its rows are out of order");
    const at = rows.push(row.number) - 1;
    for (let i = 0; i < row.cells.length; i++) {
      const k = row.at[i];
      if (columns[k] === undefined) {
        columns[k] = [];
        last[k] = -1;
        width++;
      }
      columns[k][at] = row.cells[i];
      if (!isBlank(row.cells[i])) last[k] = at;
    }
    row.at.length = 0;
    row.cells.length = 0;
    if (rows.length * width > most) throw tooManyCells(rows.length, width, most);
  };

  await parts.read(part, {
    open(element, attributes) {
      text.open(element);
      if (element === "c") startCell(attributes);
      else if (element === "v") inValue = true;
      else if (element === "f") formula = true;
      else if (element === "row") {
        const number = Number(attributes.get("r") ?? row.number + 1);
        if (!(Number.isInteger(number) && number > row.number && number <= MOST_ROWS))
          throw new Error("its rows are out of order");
        row.number = number;
        row.at.length = 0;
        row.cells.length = 0;
        column = -1;
      } else if (element === "mergeCell") {
        if (merged.push(rangeOf(attributes.get("ref") ?? "")) > MOST_MERGED)
          throw new Error("it has too many merged cells");
      }
    },
    text(piece) {
      if (inValue) value += piece;
      else text.text(piece);
    },
    close(element) {
      text.close(element);
      if (element === "v") inValue = false;
      else if (element === "c") endCell();
      else if (element === "row") endRow();
    },
  });
  return { rows, columns, last, merged, spare, uncomputed };
}

/** The error for texts that are repeated far more often than the file is large. */
export function tooMuchText(): InputError {
  return new InputError({
    code: "too-many-values",
    message: "its cells repeat so much text that it is many times as large as the file",
    remedy: "Delete columns of long texts, or save the table as CSV.",
  });
}

function tooManyCells(rows: number, columns: number, most: number): InputError {
  return new InputError({
    code: "too-many-values",
    message: `its cells reach over ${thousands(rows)} rows and ${thousands(columns)} columns; of a file of this size at most ${thousands(most)} cells are read, blank ones included`,
    remedy: "Delete cells that stand far from the table, or save the table as CSV.",
  });
}

/** Whether a cell shows nothing. */
export function isBlank(cell: Cell): boolean {
  return cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");
}

function cellValue(type: string, value: string, style: number, { texts, from1904, isDate }: Workbook): Cell {
  if (type === "str") return unescapedText(value);
  const trimmed = value.trim();
  if (trimmed === "" || type === "e") return null;
  if (type === "s") {
    const text = texts[Number(trimmed)];
    if (text === undefined) throw new Error(`it has no text number ${quote(trimmed)}`);
    return text;
  }
  if (type === "b") return trimmed === "1" || trimmed === "true";
  if (type === "d") {
    const date = new Date(/Z|[+-]\d\d:\d\d$/.test(trimmed) || !trimmed.includes("T") ? trimmed : `${trimmed}Z`);
    return Number.isNaN(date.getTime()) ? value : date;
  }
  const number = Number(trimmed);
  if (Number.isNaN(number)) throw new Error(`it has a cell of the type number with the value ${quote(trimmed)}`);
  return isDate(style) ? serialDate(number, from1904) : number;
}
