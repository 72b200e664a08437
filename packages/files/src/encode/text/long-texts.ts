import type { Grid } from "../../table/table.js";
import { firstCells, isBlank } from "../first-cells.js";

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
