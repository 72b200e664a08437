import { type Cell, columnCells, type Grid, isRecord } from "../../table/table.js";
import { MOST_COLUMNS, tooManyColumns } from "../rows/limits.js";

/** Objects inside objects deeper than this stay as they are, and are left out. */
const DEEPEST = 8;

/** A column of the flat grid: a column of the other one, and the keys to follow in its objects. */
interface Way {
  readonly name: string;
  readonly column: number;
  readonly keys: readonly string[];
}

/**
 * The grid with a column for each value of an object: `size` with `{"w": 1, "h": 2}` becomes
 * `size.w` and `size.h`. Only columns that hold nothing but objects are replaced, and none of those
 * named in `leave`. Costs one pass over such columns, and copies no cell.
 */
export function flattenRecords(grid: Grid, leave: ReadonlySet<string>, file: string): Grid {
  const taken = new Set(grid.columns);
  const unfold = (way: Way): Way[] => {
    const inner = leave.has(way.name) || way.keys.length === DEEPEST ? undefined : keysOf(grid, way);
    if (inner === undefined) return [way];
    return inner.flatMap((key) => {
      let name = `${way.name}.${key}`;
      while (taken.has(name)) name += "_";
      taken.add(name);
      if (taken.size > MOST_COLUMNS) throw tooManyColumns({ file });
      return unfold({ name, column: way.column, keys: [...way.keys, key] });
    });
  };
  const ways = grid.columns.flatMap((name, column) => unfold({ name, column, keys: [] }));
  if (ways.every(({ keys }) => keys.length === 0)) return grid;
  return {
    ...grid,
    columns: ways.map(({ name }) => name),
    cell: (row, column) => follow(grid.cell(row, ways[column].column), ways[column].keys),
    place: (row, column) => ({ ...grid.place(row, ways[column].column), field: ways[column].name }),
  };
}

function follow(cell: Cell, keys: readonly string[]): Cell {
  let value = cell;
  for (const key of keys) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
  return value;
}

/** The keys of a column of objects, in the order of their first appearance; undefined for others. */
function keysOf(grid: Grid, { column, keys }: Way): string[] | undefined {
  const found = new Set<string>();
  let some = false;
  for (const cell of columnCells(grid, column)) {
    const value = follow(cell, keys);
    if (value === null || value === undefined) continue;
    if (!isRecord(value)) return undefined;
    some = true;
    for (const key of Object.keys(value)) found.add(key);
  }
  return some && found.size > 0 ? [...found] : undefined;
}
