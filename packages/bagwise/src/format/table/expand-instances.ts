import { count, InputError, type Place, quote } from "../../base/errors.js";
import { emptyBag } from "../rows/messages.js";
import { listNames, numberedFeatures } from "../rows/roles.js";
import type { Cell, Table, TableRow } from "./table.js";

/** A table with one row per instance, and the column that held the instances of a bag, if any. */
export interface FlatTable extends Table {
  readonly instances: string | undefined;
  readonly rows: readonly TableRow[];
}

/**
 * A table with one row per instance. If a column holds lists of objects, one per instance, each
 * object becomes a row, with the other columns repeated; of a list of lists each list, with the names
 * `listed` or f1, f2, ... for its values. `named` says which column; without it a column called
 * `instances` is taken, or the only one that holds such lists. A table without such a column is
 * returned as it is.
 */
export async function expandInstances(
  table: Table,
  file: string,
  { named, listed }: { named: string | undefined; listed: readonly string[] | undefined },
): Promise<FlatTable> {
  if (named !== undefined && !table.columns.includes(named))
    throw new InputError({
      code: "no-such-column",
      message: `there is no column ${quote(named)} (the option instances)`,
      remedy: `The columns are ${listNames(table.columns)}.`,
      where: { file },
    });
  const rows: TableRow[] = [];
  for await (const row of table.rows) rows.push(row);
  const at = named === undefined ? nestedColumn(table.columns, rows) : table.columns.indexOf(named);
  if (at === undefined) return { ...table, rows, instances: undefined };
  const kept = table.columns.map((_, i) => i).filter((i) => i !== at);
  const keys = keysOf(rows, at);
  // A key that is a column of the bag already gets the name of the list before it.
  const name = (key: string) => (kept.some((i) => table.columns[i] === key) ? `${table.columns[at]}.${key}` : key);
  const own = keys.length === 0 ? (listed ?? numberedFeatures(widthOf(rows, at))) : keys.map(name);
  const columns = [...kept.map((i) => table.columns[i]), ...own];
  const flat = rows.flatMap(({ cells, number, place }) => {
    const list = cells[at];
    if (!Array.isArray(list) || list.length === 0)
      throw emptyBag({ file, [table.rowNoun]: number, field: table.columns[at] });
    const shared = kept.map((i) => cells[i]);
    // A place inside the list is not known: the list itself is the nearest.
    const near = place && ((column: string) => place(table.columns.includes(column) ? column : table.columns[at]));
    return list.map((item: Cell): TableRow => {
      const values = keys.length === 0 && Array.isArray(item) ? item : valuesOf(item, keys);
      if (values.length !== own.length) throw uneven(values.length, own.length, { file, [table.rowNoun]: number });
      return { number, cells: [...shared, ...values], place: near };
    });
  });
  return { columns, rowNoun: table.rowNoun, rows: flat, instances: table.columns[at] };
}

/** The column whose cells are lists of objects or lists of lists. */
function nestedColumn(columns: readonly string[], rows: readonly TableRow[]): number | undefined {
  const nested = columns.flatMap((_, i) => {
    const lists = rows.map(({ cells }) => cells[i]).filter((cell) => cell !== null && cell !== undefined);
    return lists.length > 0 && lists.every(isListOfInstances) ? [i] : [];
  });
  return nested.find((i) => columns[i] === "instances") ?? (nested.length === 1 ? nested[0] : undefined);
}

function isListOfInstances(cell: Cell): boolean {
  return Array.isArray(cell) && cell.every((item) => isRecord(item) || Array.isArray(item));
}

function keysOf(rows: readonly TableRow[], at: number): string[] {
  const keys = new Set<string>();
  for (const { cells } of rows) {
    const list = cells[at];
    if (Array.isArray(list))
      for (const item of list) if (isRecord(item)) for (const key of Object.keys(item)) keys.add(key);
  }
  return [...keys];
}

/** The length of the first instance that is a list. */
function widthOf(rows: readonly TableRow[], at: number): number {
  for (const { cells } of rows) {
    const [first]: readonly Cell[] = Array.isArray(cells[at]) ? cells[at] : [];
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

function valuesOf(item: Cell, keys: readonly string[]): Cell[] {
  return keys.map((key) => (isRecord(item) && Object.hasOwn(item, key) ? item[key] : null));
}

function isRecord(value: Cell): value is { readonly [key: string]: Cell } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
