import { type Cell, columnCells, type Grid } from "../table/table.js";

/** So many rows tell what a column holds. */
const LOOK = 200;

/** The first cells of a column. */
export function* firstCells(grid: Grid, column: number, most: number = LOOK): Generator<Cell> {
  let k = 0;
  for (const cell of columnCells(grid, column)) {
    if (k++ === most) return;
    yield cell;
  }
}

/** Whether a cell is empty, or has nothing but blanks. */
export function isBlank(cell: Cell): boolean {
  return cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");
}
