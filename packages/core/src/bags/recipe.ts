import type { Similarity } from "./sparse.js";

/**
 * What to do with a missing value: throw an error, drop the instance, or fill in the feature's
 * median or zero.
 */
export const MISSING_WAYS = ["error", "drop", "median", "zero"] as const;
export type Missing = (typeof MISSING_WAYS)[number];

/** The sign between the whole part and the decimals of a number. */
export type DecimalSign = "." | ",";

/** In which order a date such as 03/04/2024 names year, month and day. */
export type DateOrder = "ymd" | "dmy" | "mdy";

/** How the values of a column become numbers. Plain data, because a model keeps it. */
export type ColumnUse =
  | { readonly as: "number" }
  /** `12 %` is 0.12. */
  | { readonly as: "percent" }
  /** Words such as yes and no, or true and false, as 1 and 0. */
  | { readonly as: "yes-no" }
  /** One feature of 0 and 1 for each of these values; another value is 0 in all of them. */
  | { readonly as: "category"; readonly values: readonly string[] }
  /** Year, month, day of the week, and days since 1970. */
  | { readonly as: "date"; readonly order: DateOrder }
  /** A list of numbers of this length. */
  | { readonly as: "vector"; readonly length: number }
  /** A block of sparse features, see `SparseBlock`. */
  | { readonly as: "sparse"; readonly width: number; readonly similarity: Similarity };

/** A column that is used, and how. */
export interface UsedColumn {
  readonly name: string;
  readonly use: ColumnUse;
}

/**
 * How a file was read. A model keeps it, so that other files are read in the same way: the same
 * columns in the same roles, the same words for labels, the same way with missing values. Plain
 * data.
 */
export interface Recipe {
  /** Undefined if the format has a place of its own for it, and so for label and group. */
  readonly bag?: string | undefined;
  /** Undefined if the file had no labels. */
  readonly label?: string | undefined;
  readonly group?: string | undefined;
  /** The file of the labels, if they were in one of their own. */
  readonly labels?: string | undefined;
  /** The column that holds the instances of a bag, if a row is a bag. */
  readonly instances?: string | undefined;
  /** What the words of the label column mean. */
  readonly positive: readonly string[];
  readonly unlabeled: readonly string[];
  readonly negative: readonly string[];
  readonly decimal: DecimalSign;
  readonly missing: Missing;
  /** Words that mean a missing value, besides the usual ones. */
  readonly na: readonly string[];
  /** The columns of the features, in their order. */
  readonly columns: readonly UsedColumn[];
  /** Columns that were seen and not used. */
  readonly ignored: readonly string[];
  /** Columns for people to look at. */
  readonly show: readonly string[];
  /**
   * The encoders that turned raw things into instances, with what they learned. The columns are those of
   * the encoded table. Absent if none.
   */
  readonly encoders?: readonly { readonly type: string }[] | undefined;
}

/** The names of the features that a column becomes. */
export function featureNames({ name, use }: UsedColumn): string[] {
  switch (use.as) {
    case "category":
      return use.values.map((value) => `${name}=${value}`);
    case "date":
      return ["year", "month", "weekday", "days"].map((part) => `${name} ${part}`);
    case "vector":
      return Array.from({ length: use.length }, (_, k) => `${name}[${k + 1}]`);
    case "sparse":
      // Its features have no columns of their own.
      return [];
    default:
      return [name];
  }
}

/** Whether every feature is a column of plain numbers, as all readers know them. */
export function isPlain({ columns, decimal, na, encoders }: Recipe): boolean {
  return (
    decimal === "." && na.length === 0 && encoders === undefined && columns.every(({ use }) => use.as === "number")
  );
}
