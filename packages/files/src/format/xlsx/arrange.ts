import type { Cell, Grid } from "../../table/table.js";
import { dateText } from "../table/cell-text.js";
import { nameColumns, type Renamed } from "../table/unique-names.js";
import { columnName } from "./places.js";
import { isBlank, type SheetCells, tooMuchText } from "./sheet.js";

/** More rows than this above the names of the columns are no titles. */
const MOST_TITLES = 5;

/** The table of a sheet: its first row, below a title, names the columns. */
export function arranged(sheet: SheetCells, file: string): { table: Grid; renamed: readonly Renamed[] } {
  const { rows, last } = sheet;
  const header = titleRows(sheet);
  // A column without a value from the names on is none of the table.
  const used = [...last.keys()].filter((k) => last[k] >= header);
  fillMerged(sheet, used, header);
  const held = used.map((k) => sheet.columns[k]);
  const first = header + 1;
  const { names: columns, renamed } = nameColumns(held.map((cells) => nameOf(cells[header])));
  return {
    renamed,
    table: {
      columns,
      rowNoun: "row",
      length: Math.max(0, rows.length - first),
      cell: (row, column) => held[column][first + row] ?? null,
      number: (row) => rows[first + row],
      place: (row, column) => ({
        file,
        row: rows[first + row],
        column: used[column] + 1,
        cell: `${columnName(used[column])}${rows[first + row]}`,
        field: columns[column],
      }),
    },
  };
}

/** How many rows hold only a title: one text, above a row with several texts and nothing else. */
function titleRows({ columns }: SheetCells): number {
  const filled = (row: number) => columns.map((cells) => cells[row]).filter((cell) => !isBlank(cell));
  const isText = (cell: Cell) => typeof cell === "string";
  let titles = 0;
  while (titles < MOST_TITLES && filled(titles).length === 1 && filled(titles).every(isText)) titles++;
  const header = filled(titles);
  return header.length > 1 && header.every(isText) ? titles : 0;
}

/**
 * Gives all cells of a merged range, from a row on, the value of its first, where row and column have a value of
 * their own. Throws an Error if ranges overlap so much that it would take long.
 */
function fillMerged({ rows, columns, merged, spare }: SheetCells, used: readonly number[], header: number): void {
  let [work, characters] = [0, 0];
  for (const { top, bottom, left, right } of merged) {
    const first = placeOf(top + 1, rows);
    const value = columns[left]?.[first];
    if (first < header || rows[first] !== top + 1 || isBlank(value)) continue;
    const end = placeOf(bottom + 2, rows);
    const covered = used.slice(placeOf(left, used), placeOf(right + 1, used));
    const cells = covered.length * (end - first);
    work += cells;
    if (work > used.length * rows.length) throw new Error("its merged cells overlap");
    characters += typeof value === "string" ? cells * value.length : 0;
    if (characters > spare) throw tooMuchText();
    for (const k of covered)
      for (let row = first; row < end; row++) if (isBlank(columns[k][row])) columns[k][row] = value;
  }
}

/** Where the first of ascending numbers stands that is not below a value; their count if none is. */
function placeOf(value: number, numbers: readonly number[]): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numbers[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function nameOf(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? dateText(cell) : String(cell);
}
