import { type Grid, isRecord } from "../../table/table.js";
import { firstCells } from "../first-cells.js";

/** So many rows are looked at to see whether a column holds such objects. */
const LOOK = 2000;
/** Fewer different keys than this become columns of their own. */
const LEAST_KEYS = 500;
/** An object has at most this share of all keys on average. */
const MOST_SHARE = 0.1;

/** The columns that hold objects of numbers with many different keys, of which each has a few. */
export function sparseObjects(grid: Grid): string[] {
  return grid.columns.filter((_, column) => {
    const keys = new Set<string>();
    let [objects, entries] = [0, 0];
    for (const cell of firstCells(grid, column, LOOK)) {
      if (cell === null || cell === undefined) continue;
      if (!isRecord(cell)) return false;
      const own = Object.entries(cell);
      if (own.some(([, value]) => typeof value !== "number" && value !== null)) return false;
      objects++;
      entries += own.length;
      for (const [key] of own) keys.add(key);
    }
    return keys.size >= LEAST_KEYS && entries <= MOST_SHARE * objects * keys.size;
  });
}
