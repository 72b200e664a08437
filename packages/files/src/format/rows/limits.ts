import { count, InputError, type Place, thousands } from "@bagwise/core/base";

/** More columns than this are a mistake: a wrong delimiter, a mistyped index, a binary file. */
export const MOST_COLUMNS = 2 ** 20;

/** How many values the bags of one file may have: 8 GiB. */
export const MOST_VALUES = 2 ** 30;

/** How many bags one file may have: engines keep no more keys in one map. */
export const MOST_BAGS = 2 ** 24;

const FEWER =
  "Read fewer bags at a time, or leave out features with the option ignore. To train on a sample of a Parquet or CSV file, write duckdb: before its path.";

/** The error for a file with more than `MOST_COLUMNS` columns. */
export function tooManyColumns(where: Place): InputError {
  return new InputError({
    code: "too-many-columns",
    message: `there are more than ${count(MOST_COLUMNS, "column")}`,
    remedy: "Check the delimiter and the format, or leave out features that hardly vary.",
    where,
  });
}

/** The error for values that the engine has no memory for. */
export function noMemory(values: number, where: Place): InputError {
  return new InputError({
    code: "too-many-values",
    message: `there is no memory for ${count(values, "value")}`,
    remedy: FEWER,
    where,
  });
}

/** The error for a file with more than `MOST_VALUES` values or `MOST_BAGS` bags. */
export function tooManyValues(most: number, noun: string, where: Place): InputError {
  return new InputError({
    code: "too-many-values",
    message: `the file has more than the ${thousands(most)} ${noun} that can be read at once`,
    remedy: FEWER,
    where,
  });
}
