import type { ReadOptions } from "../format.js";

/**
 * The options with names where they give the number of a column: an encoder adds and removes columns, so
 * numbers would mean others afterwards.
 */
export function withColumnNames(options: ReadOptions, columns: readonly string[]): ReadOptions {
  const { bag, label, group, ignore } = options;
  const named = (wanted: string) =>
    columns.includes(wanted) || !/^[1-9]\d*$/.test(wanted) ? wanted : (columns[Number(wanted) - 1] ?? wanted);
  return {
    ...options,
    ...(bag !== undefined && { bag: named(bag) }),
    ...(label !== undefined && { label: named(label) }),
    ...(group !== undefined && { group: named(group) }),
    ...(ignore !== undefined && { ignore: ignore.map(named) }),
  };
}

/** The options without the columns that an encoder used up: it has done what they say. */
export function withoutRaw(
  options: ReadOptions,
  raw: readonly string[],
  encoded: readonly string[],
): Pick<ReadOptions, "ignore" | "use" | "show"> {
  const gone = new Set(raw.filter((name) => !encoded.includes(name)));
  const left = (names: readonly string[] | undefined) => names?.filter((name) => !gone.has(name));
  return { ignore: left(options.ignore), use: left(options.use), show: left(options.show) };
}
