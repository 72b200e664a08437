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

/**
 * Whether a column holds numbers with decimals, or lists: then the file has features already, and texts
 * are only shown. Looks at the first rows.
 */
export function hasNumbers(grid: Grid): boolean {
  return grid.columns.some((_, column) => {
    let [numbers, others] = [0, 0];
    for (const cell of firstCells(grid, column)) {
      if (isBlank(cell)) continue;
      if (typeof cell === "object" || (typeof cell === "number" && !Number.isInteger(cell))) return true;
      if (typeof cell === "string" && /^[+-]?\d*[.,]\d+(e[+-]?\d+)?$/i.test(cell.trim())) numbers++;
      else others++;
    }
    return numbers > others;
  });
}
