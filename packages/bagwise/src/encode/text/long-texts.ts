import { type Cell, columnCells, type Grid } from "../../bags/table.js";

/** So many rows are looked at to see whether a column holds texts. */
const LOOK = 200;
/** A text has this many characters, and blanks among them; at least half of a column do. */
const LONG = 60;
const BLANKS = 5;

/** The columns whose cells are long texts, or blank. */
export function longTexts(grid: Grid): string[] {
  return grid.columns.filter((_, column) => {
    let [texts, long] = [0, 0];
    for (const cell of firstCells(grid, column)) {
      if (isBlank(cell)) continue;
      if (typeof cell !== "string") return false;
      texts++;
      if (cell.length >= LONG && cell.split(" ", BLANKS + 1).length > BLANKS) long++;
    }
    return texts > 0 && 2 * long >= texts;
  });
}

/**
 * Whether a column holds numbers with decimals, or lists: then the file has features already, and texts
 * are only shown.
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

function* firstCells(grid: Grid, column: number): Generator<Cell> {
  let k = 0;
  for (const cell of columnCells(grid, column)) {
    if (k++ === LOOK) return;
    yield cell;
  }
}

function isBlank(cell: Cell): boolean {
  return cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");
}
