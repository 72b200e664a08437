import { InputError } from "../base/errors.js";
import type { NumberTable } from "../base/packed-file.js";
import type { Matrix } from "../linalg/matrix.js";

/** The prefix of tables that do not belong to the centres of a kernel of bags. */
const OWN = "model.";

/** Whether a table does not belong to the centres of a kernel of bags. */
export function isOwn({ name }: NumberTable): boolean {
  return name.startsWith(OWN);
}

/** A table with one column. */
export function column(name: string, values: ArrayLike<number>): NumberTable {
  return { name: OWN + name, rows: values.length, columns: 1, data: Float64Array.from(values) };
}

/** A table that shares the numbers of a matrix. */
export function table(name: string, { rows, cols, data }: Matrix): NumberTable {
  return { name: OWN + name, rows, columns: cols, data };
}

/** The number of rows of the table with this name. 0 if there is none. */
export function tableRows(tables: readonly NumberTable[], name: string): number {
  return tables.find((each) => each.name === OWN + name)?.rows ?? 0;
}

/**
 * The numbers of the table with this name. Throws an InputError unless there are `length` finite
 * numbers.
 */
export function tableNumbers(tables: readonly NumberTable[], name: string, length: number): Float64Array {
  const found = tables.find((each) => each.name === OWN + name)?.data;
  if (found?.length === length && found.every(Number.isFinite)) return found;
  throw damaged(`the table ${name} does not have ${length} finite numbers`);
}

export function damaged(message: string): InputError {
  return new InputError({ code: "damaged", message, remedy: "Copy the file again, or train the model again." });
}
