import type { Place } from "../../base/errors.js";

/** A value as a file holds it, before anybody knows what it means. */
export type Cell =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | undefined
  | readonly Cell[]
  | { readonly [key: string]: Cell };

/** Rows of named columns: what every tabular format is before its columns are understood. */
export interface Table {
  /** The names as written, each once and none blank. */
  readonly columns: readonly string[];
  /** What a row is called in messages: a line of a text file, a row of a sheet. */
  readonly rowNoun: "line" | "row";
  /** The rows in the order of the file. Iterate them once. */
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>;
}

/** One row: a cell for each column, and the number of its line or row in the file, from 1. */
export interface TableRow {
  readonly cells: readonly Cell[];
  readonly number: number;
  /** The place of the value of a column, if the format knows it better than by row and column. */
  readonly place?: ((column: string) => Place) | undefined;
}

/** Where a cell stands, for messages. */
export function cellPlace({ columns, rowNoun }: Pick<Table, "columns" | "rowNoun">, file: string) {
  return ({ number, place }: TableRow, column: number): Place =>
    place?.(columns[column]) ?? {
      file,
      ...(rowNoun === "line" ? { line: number } : { row: number }),
      column: column + 1,
      field: columns[column],
    };
}
