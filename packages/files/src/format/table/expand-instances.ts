import { count, InputError, type Place, quote } from "@bagwise/core/base";
import { type Cell, columnCells, type Grid, isRecord } from "../../table/table.js";
import { emptyBag } from "../rows/messages.js";
import { hasRole, listNames, numberedFeatures, type Roles } from "../rows/roles.js";
import { isVector } from "./understand.js";

/** A table with one row per instance, and the columns that held the instances of a bag, if any. */
export interface Expanded {
  readonly grid: Grid;
  readonly instances: readonly string[];
}

/** What decides which columns hold instances. */
interface ExpandOptions {
  /** The column you named. */
  readonly named: string | undefined;
  /** Names for the values of instances that are lists; default f1, f2, ... */
  readonly listed: readonly string[] | undefined;
  /** Columns that are not looked at. */
  readonly left: ReadonlySet<string>;
  /** Only what `named` says. */
  readonly strict: boolean;
  /** What the columns of the bag are, if it is known. */
  readonly roles: Roles | undefined;
}

/**
 * A grid with one row per instance. Where a column holds lists of objects, one per instance, each
 * object becomes a row, with the other columns repeated; of a list of lists each list. `named` says
 * which column; without it a column called `instances` is taken, or the only one that holds such
 * lists.
 *
 * Lists of single values are instances as well, as SQL's `list(x)` with `GROUP BY bag` gives them, if
 * you name one of them, or if no two rows have the same bag and there are several columns of such
 * lists, or lists of different lengths. Otherwise a list is a vector.
 *
 * A grid without such columns is returned as it is. No cell is copied.
 */
export function expandInstances(grid: Grid, file: string, options: ExpandOptions): Expanded {
  const { named, strict, left } = options;
  const { columns } = grid;
  if (named !== undefined) {
    const at = columns.indexOf(named);
    if (at === -1) throw noSuchColumn(named, columns, file);
    return isColumnOf(grid, at, isListOfInstances) || !isColumnOf(grid, at, Array.isArray)
      ? expandNested(grid, at, options)
      : expandLists(grid, [at, ...listsLike(grid, at)]);
  }
  if (strict) return { grid, instances: [] };
  const open = columns.flatMap((name, i) => (left.has(name) ? [] : [i]));
  const nested = open.filter((i) => isColumnOf(grid, i, isListOfInstances));
  const chosen = nested.find((i) => columns[i] === "instances") ?? (nested.length === 1 ? nested[0] : undefined);
  if (chosen !== undefined) return expandNested(grid, chosen, options);
  if (nested.length > 0)
    throw severalInstances(
      nested.map((i) => columns[i]),
      file,
    );
  if (options.roles === undefined) return { grid, instances: [] };
  const { bag } = options.roles;
  const lists = open.filter((i) => i !== bag && isColumnOf(grid, i, isVector));
  if (lists.length === 0 || hasRepeats(grid, bag)) return { grid, instances: [] };
  const varying = lists.some((i) => lengthsOf(grid, i).size > 1);
  if (lists.length === 1 && !varying) return { grid, instances: [] };
  const others = listsLike(grid, lists[0]).filter((i) => open.includes(i) && !lists.includes(i));
  return expandLists(grid, [...lists, ...others]);
}

/** Each object or list in the cells of a column becomes a row. */
function expandNested(grid: Grid, at: number, { listed, roles }: ExpandOptions): Expanded {
  const { columns } = grid;
  const kept = columns.map((_, i) => i).filter((i) => i !== at);
  const keys = keysOf(grid, at);
  // A key that is a column of the bag already gets the name of the list before it. Names that the file lists apart
  // may be those of the bag, the label and the group.
  const isApart = (i: number) => keys.length === 0 && roles !== undefined && hasRole(roles, i);
  const others = new Set(kept.filter((i) => !isApart(i)).map((i) => columns[i]));
  const name = (key: string) => (others.has(key) ? `${columns[at]}.${key}` : key);
  const own = (keys.length > 0 ? keys : (listed ?? numberedFeatures(widthOf(grid, at)))).map(name);
  const { length, rowOf, itemOf, itemsOf } = unrolled(grid, at);
  if (keys.length === 0)
    for (let row = 0; row < length; row++) {
      const item = itemsOf(rowOf[row])[itemOf[row]];
      const size = Array.isArray(item) ? item.length : 0;
      if (size !== own.length) throw uneven(size, own.length, grid.place(rowOf[row], at));
    }
  const value = (item: Cell, k: number): Cell => {
    if (Array.isArray(item)) return keys.length === 0 ? item[k] : null;
    return isRecord(item) && Object.hasOwn(item, keys[k]) ? item[keys[k]] : null;
  };
  return {
    instances: [columns[at]],
    grid: {
      ...grid,
      columns: [...kept.map((i) => columns[i]), ...own],
      length,
      cell: (row, column) =>
        column < kept.length
          ? grid.cell(rowOf[row], kept[column])
          : value(itemsOf(rowOf[row])[itemOf[row]], column - kept.length),
      number: (row) => grid.number(rowOf[row]),
      // A place inside the list is not known: the list itself is the nearest.
      place: (row, column) => grid.place(rowOf[row], column < kept.length ? kept[column] : at),
    },
  };
}

/** The values at the same position in the lists of several columns become a row. */
function expandLists(grid: Grid, lists: readonly number[]): Expanded {
  const [at] = lists;
  const { length, rowOf, itemOf, itemsOf } = unrolled(grid, at);
  for (const other of lists)
    for (let row = 0; row < grid.length; row++) {
      const items = grid.cell(row, other);
      const size = Array.isArray(items) ? items.length : 0;
      if (size !== itemsOf(row).length)
        throw new InputError({
          code: "ragged",
          message: `the list has ${count(size, "value")}, that of ${quote(grid.columns[at])} has ${itemsOf(row).length}`,
          remedy: "Give all lists of a bag one value per instance, or leave out the column with the option ignore.",
          where: grid.place(row, other),
        });
    }
  const isList = new Set(lists);
  return {
    instances: lists.map((i) => grid.columns[i]),
    grid: {
      ...grid,
      length,
      cell: (row, column) => {
        const cell = grid.cell(rowOf[row], column);
        return isList.has(column) && Array.isArray(cell) ? cell[itemOf[row]] : cell;
      },
      number: (row) => grid.number(rowOf[row]),
      place: (row, column) => grid.place(rowOf[row], column),
    },
  };
}

/** For each instance its row and its place in the list of that row. */
function unrolled(grid: Grid, at: number) {
  const itemsOf = (row: number): readonly Cell[] => {
    const cell = grid.cell(row, at);
    return Array.isArray(cell) ? cell : [];
  };
  let length = 0;
  for (let row = 0; row < grid.length; row++) {
    const { length: size } = itemsOf(row);
    if (size === 0) throw emptyBag(grid.place(row, at));
    length += size;
  }
  const rowOf = new Uint32Array(length);
  const itemOf = new Uint32Array(length);
  for (let row = 0, next = 0; row < grid.length; row++)
    for (let item = 0; item < itemsOf(row).length; item++) {
      rowOf[next] = row;
      itemOf[next++] = item;
    }
  return { length, rowOf, itemOf, itemsOf };
}

/** Whether a column has cells, and all that are there are of this kind. */
function isColumnOf(grid: Grid, at: number, isKind: (cell: Cell) => boolean): boolean {
  let some = false;
  for (const cell of columnCells(grid, at)) {
    if (cell === null || cell === undefined) continue;
    if (!isKind(cell)) return false;
    some = true;
  }
  return some;
}

function isListOfInstances(cell: Cell): boolean {
  return Array.isArray(cell) && cell.every((item) => isRecord(item) || Array.isArray(item));
}

/** The other columns whose lists are as long, in every row. */
function listsLike(grid: Grid, at: number): number[] {
  const size = (cell: Cell) => (Array.isArray(cell) ? cell.length : -1);
  return grid.columns.flatMap((_, i) => {
    if (i === at) return [];
    for (let row = 0; row < grid.length; row++) if (size(grid.cell(row, i)) !== size(grid.cell(row, at))) return [];
    return [i];
  });
}

function lengthsOf(grid: Grid, at: number): Set<number> {
  const lengths = new Set<number>();
  for (const cell of columnCells(grid, at)) lengths.add(Array.isArray(cell) ? cell.length : 0);
  return lengths;
}

function hasRepeats(grid: Grid, at: number): boolean {
  const seen = new Set<Cell>();
  for (const cell of columnCells(grid, at)) seen.add(cell);
  return seen.size < grid.length;
}

function keysOf(grid: Grid, at: number): string[] {
  const keys = new Set<string>();
  for (const list of columnCells(grid, at))
    if (Array.isArray(list))
      for (const item of list) if (isRecord(item)) for (const key of Object.keys(item)) keys.add(key);
  return [...keys];
}

/** The length of the first instance that is a list. */
function widthOf(grid: Grid, at: number): number {
  for (const list of columnCells(grid, at)) {
    const [first]: readonly Cell[] = Array.isArray(list) ? list : [];
    if (Array.isArray(first)) return first.length;
  }
  return 0;
}

function uneven(values: number, wanted: number, where: Place): InputError {
  return new InputError({
    code: "ragged",
    message: `the instance has ${count(values, "value")}, not ${wanted}`,
    remedy: "Give every instance the same values, with null for a missing one.",
    where,
  });
}

function noSuchColumn(named: string, columns: readonly string[], file: string): InputError {
  return new InputError({
    code: "no-such-column",
    message: `there is no column ${quote(named)} (the option instances)`,
    remedy: `The columns are ${listNames(columns)}.`,
    where: { file },
  });
}

function severalInstances(names: readonly string[], file: string): InputError {
  return new InputError({
    code: "several-instances",
    message: `several columns hold lists of instances: ${listNames(names)}`,
    remedy: "Name the right one in the option instances, or leave out the others with the option ignore.",
    where: { file },
  });
}
