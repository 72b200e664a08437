import { type ColumnUse, featureNames } from "@bagwise/core/bags";
import { STATISTICS } from "./statistics.js";

/** A column whose values change within a series. Plain data. */
export interface MeasuredColumn {
  readonly name: string;
  readonly use: ColumnUse;
  /** Whether the share of missing values is a feature: if some were missing in the training file. */
  readonly missing: boolean;
  /** The mean of each number that a cell becomes, for a series that has no value of the column. */
  readonly centres: readonly number[];
}

/** Numbers of all rows, and the features they become in a window. */
export interface Part {
  /** As many as there are statistics, or one: then the mean alone, which is a share of rows. */
  readonly names: readonly string[];
  readonly values: Float64Array;
  readonly centre: number;
}

/** What the numbers of a column become: `x mean`, `x sd` ...; `status=on share`; `x missing`. */
export function partsOf({ name, use, missing, centres }: MeasuredColumn, numbers: readonly Float64Array[]): Part[] {
  const single = use.as === "category" || use.as === "yes-no";
  const parts = featureNames({ name, use }).map((feature, k) => ({
    names: single ? [`${feature} share`] : STATISTICS.map((statistic) => `${feature} ${statistic}`),
    values: numbers[k],
    centre: centres[k],
  }));
  return missing ? [...parts, { names: [`${name} missing`], values: gaps(numbers), centre: 0 }] : parts;
}

/** 1 where a value is missing, else 0. */
export function gaps(numbers: readonly Float64Array[]): Float64Array {
  const found = new Float64Array(numbers[0].length);
  for (const values of numbers)
    for (let row = 0; row < found.length; row++) if (Number.isNaN(values[row])) found[row] = 1;
  return found;
}
