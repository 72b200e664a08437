import { InputError, quote } from "@bagwise/core/base";
import type { Cell, Grid } from "../../table/table.js";
import type { TableReader } from "../table-reader.js";
import type { TimedSeries } from "./timed-series.js";

/**
 * For each series the first row in which a column says something, or its first row. Throws an InputError
 * if the column is the label or the group, and the rows of a series differ in it.
 */
export function firstRows(
  grid: Grid,
  reader: TableReader,
  { rows, offsets }: TimedSeries,
  column: number,
): Uint32Array {
  const { label, group } = reader.roles;
  const role = column === label ? "label" : column === group ? "group" : undefined;
  const found = new Uint32Array(offsets.length - 1);
  for (let i = 0; i < found.length; i++) {
    let first: number | undefined;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const cell = grid.cell(rows[k], column);
      if (reader.isMissing(cell)) continue;
      if (first !== undefined && textOf(cell) !== textOf(grid.cell(first, column)) && role !== undefined)
        throw differs(role, reader.bagOf(first), [first, rows[k]], grid, column);
      first ??= rows[k];
      if (role === undefined) break;
    }
    found[i] = first ?? rows[offsets[i]];
  }
  return found;
}

function differs(
  role: "label" | "group",
  bag: string,
  [first, other]: readonly [number, number],
  grid: Grid,
  column: number,
): InputError {
  const [before, here] = [first, other].map((row) => quote(textOf(grid.cell(row, column))));
  return new InputError({
    code: role === "label" ? "two-labels" : "two-groups",
    message: `the ${role} of bag ${quote(bag)} is ${here} here but ${before} in ${grid.rowNoun} ${grid.number(first)}`,
    remedy: `Give all rows of a bag the same ${role}, or leave it blank in the others.`,
    where: grid.place(other, column),
  });
}

/** A cell as text, to compare it with another one. */
export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell).trim();
}
