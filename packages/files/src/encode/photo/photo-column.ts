import type { Cell, Grid } from "../../table/table.js";
import { firstCells, hasNumbers, isBlank } from "../first-cells.js";

/** The endings of pictures that sharp reads. */
const PICTURE = /\.(jpe?g|jfif|png|webp|gif|tiff?|avif)$/i;

/** Whether a name ends like that of a picture. */
export function isPictureName(name: string): boolean {
  return PICTURE.test(name);
}

/**
 * The column of a table that holds paths of pictures and nothing else, if there is no column of numbers
 * with decimals: then the file has features already. Undefined if there is none. Looks at the first rows.
 */
export function photoColumn(grid: Grid): string | undefined {
  if (hasNumbers(grid)) return undefined;
  return grid.columns.find((_, column) => {
    const cells = [...firstCells(grid, column)].filter((cell) => !isBlank(cell));
    return cells.length > 0 && cells.every(isPicturePath);
  });
}

/** Whether a cell is the path of a picture, and no address. */
function isPicturePath(cell: Cell): boolean {
  return typeof cell === "string" && isPictureName(cell.trim()) && !/^[a-z]+:\/\//i.test(cell.trim());
}
