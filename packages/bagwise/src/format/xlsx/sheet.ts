import type { Cell } from "../../bags/table.js";
import { serialDate } from "./date-format.js";
import type { Package } from "./package.js";
import { textCollector, unescapedText } from "./text.js";
import type { Workbook } from "./workbook.js";
import type { Attributes } from "./xml.js";

/** The size of the largest sheet. */
export const MOST_ROWS = 2 ** 20;
export const MOST_COLUMNS = 2 ** 14;
/** More cells than this do not fit into the memory of most machines. */
export const MOST_CELLS = 2 ** 26;

/** A row with a value: its number from 1, and its cells up to the last with a value. */
export interface SheetRow {
  readonly number: number;
  readonly cells: Cell[];
}

/** Cells that are shown as one, from 0 and inclusive. */
export interface Merged {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The cells of a sheet as they are written. */
export interface SheetCells {
  /** Only rows with a value, in the order of the sheet. */
  readonly rows: readonly SheetRow[];
  readonly merged: readonly Merged[];
  /** How many cells have a formula that no program has computed. */
  readonly uncomputed: number;
}

/**
 * Reads the cells of a sheet: numbers, texts, booleans, dates by their format, and the values of
 * formulas. An error such as #N/A is null. Throws an Error about what is damaged.
 */
export async function readSheet(parts: Package, part: string, workbook: Workbook): Promise<SheetCells> {
  const rows: SheetRow[] = [];
  const merged: Merged[] = [];
  const text = textCollector();
  let row: SheetRow = { number: 0, cells: [] };
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let inValue = false;
  let formula = false;
  let uncomputed = 0;
  let held = 0;

  const startCell = (attributes: Attributes) => {
    const place = attributes.get("r");
    column = place === undefined ? column + 1 : columnOf(place);
    if (!(column >= 0 && column < MOST_COLUMNS)) throw new Error(`it has a cell at ${place ?? "an impossible place"}`);
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
    const { cells } = row;
    held += Math.max(0, column + 1 - cells.length);
    if (held > MOST_CELLS) throw new Error("it has too many cells");
    while (cells.length < column) cells.push(null);
    cells[column] = cell;
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
        row = { number, cells: [] };
        column = -1;
      } else if (element === "mergeCell") merged.push(rangeOf(attributes.get("ref") ?? ""));
    },
    text(piece) {
      if (inValue) value += piece;
      else text.text(piece);
    },
    close(element) {
      text.close(element);
      if (element === "v") inValue = false;
      else if (element === "c") endCell();
      else if (element === "row" && row.cells.some((cell) => !isBlank(cell))) rows.push(row);
    },
  });
  return { rows, merged, uncomputed };
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
    if (text === undefined) throw new Error(`it has no text number ${trimmed}`);
    return text;
  }
  if (type === "b") return trimmed === "1" || trimmed === "true";
  if (type === "d") {
    const date = new Date(/Z|[+-]\d\d:\d\d$/.test(trimmed) || !trimmed.includes("T") ? trimmed : `${trimmed}Z`);
    return Number.isNaN(date.getTime()) ? value : date;
  }
  const number = Number(trimmed);
  if (Number.isNaN(number)) throw new Error(`it has a cell of the type number with the value ${trimmed.slice(0, 20)}`);
  return isDate(style) ? serialDate(number, from1904) : number;
}

/** The column of a place such as `AB12`, from 0; -1 if it is none. */
function columnOf(place: string): number {
  let column = 0;
  for (let i = 0; i < place.length && i < 4; i++) {
    // Without the bit that tells a lower-case letter.
    const letter = (place.charCodeAt(i) & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

function rangeOf(range: string): Merged {
  const [, left = "", top = "", right = left, bottom = top] =
    /^\$?([a-z]+)\$?(\d+)(?::\$?([a-z]+)\$?(\d+))?$/i.exec(range) ?? [];
  return { top: Number(top) - 1, bottom: Number(bottom) - 1, left: columnOf(left), right: columnOf(right) };
}
