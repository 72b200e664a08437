import type { ColumnUse } from "@bagwise/core/bags";
import type { Cell } from "../table/table.js";

/** The points in time of the rows of a table, in the order of its rows. */
export interface Times {
  /** Numbers in a unit of their own, or seconds since 1970 where the column holds dates. */
  readonly unit: "number" | "seconds";
  readonly values: Float64Array;
}

/**
 * What the reader of tables knows about the columns of one, for encoders of rows that hold numbers
 * already: decimal signs, words for missing values and the roles of columns are settled by then.
 * Columns and rows are counted from 0.
 */
export interface TableReader {
  /** The columns of the bag, the label and the group. */
  readonly roles: { readonly bag: number; readonly label?: number | undefined; readonly group?: number | undefined };
  /** Whether the user asked to leave the column out. */
  isIgnored(column: number): boolean;
  /** Whether the user asked to use the column whatever it looks like. */
  isWanted(column: number): boolean;
  isMissing(cell: Cell): boolean;
  /** The id of the bag of a row. */
  bagOf(row: number): string;
  /**
   * How the values of a column become numbers, as these rows suggest, default all; undefined for text,
   * dates, lists and empty columns. Throws an InputError for numbers with other values among them.
   */
  useOf(column: number, rows?: Iterable<number>): ColumnUse | undefined;
  /**
   * The numbers of a column, an array for each feature it becomes, NaN where the value is missing. Throws
   * an InputError with the place of a value that does not fit the use.
   */
  numbers(column: number, use: ColumnUse): readonly Float64Array[];
  /** The times in a column. Throws an InputError with the place of a row that has none. */
  times(column: number): Times;
}
