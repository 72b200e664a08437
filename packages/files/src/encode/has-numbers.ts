import type { Grid } from "../table/table.js";
import { firstCells, isBlank } from "./first-cells.js";

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
