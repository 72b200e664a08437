import { InputError, isMissing, type Place, parseDecimal } from "@bagwise/core/base";
import type { ReadOptions } from "../format.js";
import type { BagBuilder } from "./bag-builder.js";

/** What a value of a typed format (JSON, Parquet) means for a feature. */
type CellKind = "number" | "missing" | "text" | "nested";

/**
 * The kind of a value. Booleans are numbers (1 and 0), a text of a number is a number, NaN and null
 * are missing.
 */
function cellKind(value: unknown): CellKind {
  switch (typeof value) {
    case "number":
      return Number.isNaN(value) ? "missing" : "number";
    case "bigint":
    case "boolean":
      return "number";
    case "string": {
      const trimmed = value.trim();
      if (isMissing(trimmed)) return "missing";
      return parseDecimal(trimmed) === undefined ? "text" : "number";
    }
    case "undefined":
      return "missing";
    default:
      return value === null ? "missing" : value instanceof Date ? "text" : "nested";
  }
}

/** Whether a value is a number or missing, so that nothing about it is to be understood. */
export function isPlainCell(value: unknown): boolean {
  const kind = cellKind(value);
  return kind === "number" || kind === "missing";
}

/**
 * A value as a finite number; NaN if it is missing and that is allowed. Throws an InputError for
 * anything else.
 */
export function cellNumber(value: unknown, builder: BagBuilder, where: () => Place): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  switch (cellKind(value)) {
    case "missing":
      return builder.missing(typeof value === "string" ? value : "", where);
    case "number": {
      const number = Number(value);
      if (Number.isFinite(number)) return number;
      throw builder.notANumber(String(value), where());
    }
    case "text":
      throw builder.notANumber(String(value), where());
    case "nested":
      throw nestedValue(where());
  }
}

/** Writes so many values as the next row, which the caller ends. Throws an InputError for one that is no number. */
export function writeRow(
  builder: BagBuilder,
  width: number,
  cell: (k: number) => unknown,
  where: (k: number) => Place,
): void {
  const start = builder.startRow();
  const { values } = builder;
  for (let k = 0; k < width; k++) {
    const value = cell(k);
    values[start + k] =
      typeof value === "number" && Number.isFinite(value) ? value : cellNumber(value, builder, () => where(k));
  }
}

/** The error for a list or an object in place of one value. */
export function nestedValue(where: Place): InputError {
  return new InputError({
    code: "nested-value",
    message: "this is a list or an object and not one value",
    remedy:
      "Turn it into columns of its own, leave it out with the option ignore, or name it in the option instances if it holds the instances of a bag.",
    where,
  });
}

/** The id of a bag or a group as text; blank if it is missing. */
export function cellText(value: unknown, where: () => Place): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") throw nestedValue(where());
  return String(value);
}

/**
 * A label value as text for the label reader. True is `1` and false `0`, unless you named `true` or
 * `false` as label values.
 */
export function labelText({ positive = [], unlabeled = [], negative = [] }: ReadOptions) {
  const words = [...positive, ...unlabeled, ...negative].some((word) => /^(true|false)$/i.test(word.trim()));
  return (value: unknown, where: () => Place): string => {
    if (typeof value === "boolean" && !words) return value ? "1" : "0";
    return cellText(value, where);
  };
}

/** How many rows decide whether all values are numbers. */
export const LOOK_AHEAD = 100;
