import { columnCells, type Grid } from "../../bags/table.js";

/** So many rows are looked at. */
const LOOK = 200;
/** The endings of pictures that sharp reads. */
const PICTURE = /\.(jpe?g|jfif|png|webp|gif|tiff?|avif)$/i;
const NUMBER = /^\s*[+-]?\d*[.,]\d+(e[+-]?\d+)?\s*$/i;

/** Whether a name ends like that of a picture. */
export function isPictureName(name: string): boolean {
  return PICTURE.test(name);
}

/**
 * The column of a table that holds paths of pictures and nothing else, if there is no column of numbers
 * with decimals: then the file has features already. Undefined if there is none. Looks at the first rows.
 */
export function photoColumn(grid: Grid): string | undefined {
  let found: string | undefined;
  for (const [column, name] of grid.columns.entries()) {
    let [pictures, others, numbers, k] = [0, 0, 0, 0];
    for (const cell of columnCells(grid, column)) {
      if (k++ === LOOK) break;
      if (cell === null || cell === undefined || cell === "") continue;
      if (typeof cell === "string" && isPictureName(cell.trim()) && !/^[a-z]+:\/\//i.test(cell.trim())) pictures++;
      else if (typeof cell === "object") return undefined;
      else if (typeof cell === "number" ? !Number.isInteger(cell) : NUMBER.test(String(cell))) numbers++;
      else others++;
    }
    if (numbers > others + pictures) return undefined;
    if (pictures > 0 && others + numbers === 0) found ??= name;
  }
  return found;
}
