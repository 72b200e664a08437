import { decimal } from "../text/text-pieces.js";
import type { OutputTable, OutputValue } from "./write-table.js";

/** A column whose values are all of one type, or null. */
export type TypedColumn = { readonly name: string } & (
  | { readonly type: "number"; readonly values: readonly (number | null)[] }
  | { readonly type: "boolean"; readonly values: readonly (boolean | null)[] }
  | { readonly type: "text"; readonly values: readonly (string | null)[] }
);

/**
 * The columns of a table for formats that give a column one type. Where values of several types are
 * mixed, and where all are null, it is text. Holds the whole table.
 */
export function typedColumns({ columns, rows }: OutputTable): TypedColumn[] {
  const values = columns.map((): OutputValue[] => []);
  for (const row of rows) for (let k = 0; k < columns.length; k++) values[k].push(row[k] ?? null);
  return columns.map((name, k) => typed(name, values[k]));
}

function typed(name: string, values: readonly OutputValue[]): TypedColumn {
  const some = values.some((value) => value !== null);
  if (some && values.every((value) => value === null || typeof value === "number"))
    return { name, type: "number", values };
  if (some && values.every((value) => value === null || typeof value === "boolean"))
    return { name, type: "boolean", values };
  const text = (value: string | number | boolean) => (typeof value === "number" ? decimal(value) : String(value));
  return { name, type: "text", values: values.map((value) => (value === null ? null : text(value))) };
}
