import { type Column, columnsOf } from "@bagwise/report/page";
import type { Spread } from "../trials/spread.js";

/** A field: blank for none, 1 or 0 for yes or no. */
export type Value = string | number | boolean | null | undefined;

/** Mean and standard deviation. */
export function spread<T>(name: string, of: (cell: T) => Spread | null | undefined): Column<T, Value>[] {
  return [
    [`${name}_mean`, (cell) => of(cell)?.mean],
    [`${name}_sd`, (cell) => of(cell)?.sd],
  ];
}

/** The same, but the deviation of a single value is left blank. */
export function spreadOfSeveral<T>(
  name: string,
  values: (cell: T) => number,
  of: (cell: T) => Spread | undefined,
): Column<T, Value>[] {
  const [mean, [head, sd]] = spread(name, of);
  return [mean, [head, (cell) => (values(cell) < 2 ? null : sd(cell))]];
}

/** A row for each item, in full precision; blank where a value is none. */
export function csvOf<T>(cells: readonly T[], columns: readonly Column<T, Value>[]): string {
  const { head, rows } = columnsOf(cells, columns);
  return [head, ...rows].map((fields) => `${fields.map(csvField).join(",")}\n`).join("");
}

function csvField(value: Value): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
