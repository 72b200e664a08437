import type { ColumnUse, DecimalSign } from "@bagwise/core/bags";
import type { Cell } from "../../table/table.js";
import { wordOf } from "./cell-text.js";
import { dateOf } from "./dates.js";
import { parseNumber, parsePercent, parseYesNo } from "./notation.js";

/** Instead of values: the cell does not fit the use of its column. */
export const MISFIT = Symbol("misfit");

/**
 * The numbers of a cell that is not missing, as many as the use of its column has features; MISFIT
 * if it holds something else.
 */
export function featureValues(cell: Cell, use: ColumnUse, decimal: DecimalSign): readonly number[] | typeof MISFIT {
  switch (use.as) {
    case "number":
      return single(typeof cell === "string" ? parseNumber(cell.trim(), decimal) : plainNumber(cell));
    case "percent":
      return single(typeof cell === "string" ? parsePercent(cell.trim(), decimal) : plainNumber(cell));
    case "yes-no":
      return single(typeof cell === "string" ? parseYesNo(cell.trim()) : plainNumber(cell));
    case "category": {
      const word = wordOf(cell);
      return word === undefined ? MISFIT : use.values.map((value) => (value === word ? 1 : 0));
    }
    case "date": {
      const day =
        typeof cell === "string"
          ? dateOf(cell.trim(), use.order)
          : cell instanceof Date
            ? dateOf(cell, "ymd")
            : undefined;
      return day === undefined ? MISFIT : [day.year, day.month, day.weekday, day.days];
    }
    case "vector":
      return vectorOf(cell, use.length);
    case "sparse":
      // Sparse rows go to their block; anything else does not fit.
      return MISFIT;
  }
}

function single(value: number | undefined): readonly number[] | typeof MISFIT {
  return value === undefined || !Number.isFinite(value) ? MISFIT : [value];
}

function plainNumber(cell: Cell): number | undefined {
  return typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean" ? Number(cell) : undefined;
}

/** A missing element is NaN, which the reader treats like any missing value. */
function vectorOf(cell: Cell, length: number): readonly number[] | typeof MISFIT {
  const list = ArrayBuffer.isView(cell) || Array.isArray(cell) ? (cell as unknown as ArrayLike<unknown>) : undefined;
  if (list?.length !== length) return MISFIT;
  const values = Array.from(list, (value) => (value === null ? Number.NaN : Number(value)));
  return values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY) ? MISFIT : values;
}
