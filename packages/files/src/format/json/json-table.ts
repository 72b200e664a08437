import { InputError } from "@bagwise/core/base";
import type { Cell, Table, TableRow } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { isPlainCell } from "../rows/cell-values.js";
import { assignRoles, roleNames } from "../rows/roles.js";
import { INSTANCES } from "./rows.js";
import { idText, isObject, type JsonSpot } from "./spot.js";

type Fields = Readonly<Record<string, unknown>>;

/** Whether objects hold numbers, besides names and labels, so that they can be taken as they come. */
export function arePlain(items: readonly Fields[], file: string, options: ReadOptions): boolean {
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((key) => key !== INSTANCES);
  const roles = rolesAmong(keys, file, options);
  // Rows of raw things need none; whoever reads on will say if these are not.
  if (roles === undefined) return false;
  const left = new Set(options.ignore);
  return items.every((item) => {
    const list = item[INSTANCES];
    const others = Object.keys(item).filter((key) => key !== INSTANCES && !roles.has(key) && !left.has(key));
    // Values of a whole bag are features of all its instances.
    if (Array.isArray(list)) return others.length === 0 && list.every((instance) => isPlainInstance(instance, left));
    return others.every((key) => isPlainCell(item[key]));
  });
}

/** The keys with a role; undefined if none names the bag. */
function rolesAmong(keys: readonly string[], file: string, options: ReadOptions): Set<string> | undefined {
  try {
    return roleNames(assignRoles(keys, { ...options, ignore: undefined }, file), keys);
  } catch (error) {
    if (error instanceof InputError && error.code === "no-bag-column") return undefined;
    throw error;
  }
}

function isPlainInstance(instance: unknown, left: ReadonlySet<string>): boolean {
  if (Array.isArray(instance)) return instance.every(isPlainCell);
  return isObject(instance) && Object.keys(instance).every((key) => left.has(key) || isPlainCell(instance[key]));
}

/** Whether the objects hold all keys that a recipe needs. */
export function holdAll(items: readonly Fields[], { recipe }: ReadOptions): boolean {
  if (recipe === undefined) return true;
  const keys = new Set<string>();
  const add = (object: unknown) => {
    if (isObject(object)) for (const key of Object.keys(object)) keys.add(key);
  };
  for (const item of items) {
    const list = item[INSTANCES];
    // Lists have names elsewhere.
    if (Array.isArray(list) && list.some(Array.isArray)) return true;
    add(item);
    if (Array.isArray(list)) list.forEach(add);
  }
  return recipe.columns.every(({ name }) => keys.has(name));
}

/** The objects as the rows of a table, with a column for each key. */
export function jsonTable(
  items: readonly { readonly item: Fields; readonly spot: JsonSpot; readonly number: number }[],
  { noun, file, options }: { noun: Table["rowNoun"]; file: string; options: ReadOptions },
): Table {
  const columns = [...new Set(items.flatMap(({ item, spot }) => spot.keys(item)))];
  const ids = idKeys(columns, file, options);
  const rows = items.map(({ item, spot, number }): TableRow => {
    const cellOf = (key: string): Cell => {
      if (!Object.hasOwn(item, key)) return null;
      // Everything that JSON can hold is a cell.
      return ids.has(key) ? idText(item[key], key, spot) : (item[key] as Cell);
    };
    return { number, cells: columns.map(cellOf), place: (key) => spot.place(key) };
  });
  return { columns, rowNoun: noun, rows, sparse: true };
}

/** The keys of bag and group; none if it is not clear which they are, which whoever reads on will say. */
function idKeys(columns: readonly string[], file: string, options: ReadOptions): Set<string> {
  try {
    const roles = assignRoles(columns, { ...options, ignore: undefined, label: undefined }, file);
    return roleNames(roles, columns, ["bag", "group"]);
  } catch (error) {
    if (error instanceof InputError && error.code === "no-bag-column") return new Set();
    throw error;
  }
}
