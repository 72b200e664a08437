import { InputError } from "@bagwise/core/base";
import type { Cell, Grid } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import type { Source } from "../text/source.js";
import { joined } from "./assemble.js";
import type { ParquetFile } from "./file.js";
import type { ColumnValues } from "./meaning.js";

/** How many characters of text, and how many values in lists and structs, to hold in memory. */
const MOST_TEXT = 2 ** 29;
const MOST_NESTED = 2 ** 27;

/**
 * The columns of a Parquet file as a grid, under these names; those to skip are null. Numbers are
 * held in typed arrays, one a column.
 */
export async function parquetGrid(
  parquet: ParquetFile,
  { columns, skip }: { columns: readonly string[]; skip: ReadonlySet<number> },
  source: Source,
  { onProgress, signal }: ReadOptions,
): Promise<Grid> {
  const file = source.name;
  const wanted = columns.map((_, i) => i).filter((i) => !skip.has(i));
  const parts = wanted.map((): ColumnValues[] => []);
  let weight = 0;
  for await (const { values, bytes } of parquet.groups(wanted)) {
    signal?.throwIfAborted();
    for (const [k, part] of values.entries()) {
      parts[k].push(part);
      if (!ArrayBuffer.isView(part)) for (let i = 0; i < part.length; i++) weight += weightOf(part[i]);
    }
    if (weight > 1) throw tooMuch(file);
    if (source.slice !== undefined) onProgress?.({ bytes, total: source.size });
  }
  const held: (ColumnValues | undefined)[] = columns.map(() => undefined);
  for (const [k, column] of wanted.entries()) {
    held[column] = joined(parts[k]);
    parts[k] = [];
  }
  return {
    columns,
    rowNoun: "row",
    length: parquet.rows,
    // What the decoder gives is a cell: texts, numbers, booleans, lists and objects of them.
    cell: (row, column) => held[column]?.[row] as Cell,
    number: (row) => row + 1,
    place: (row, column) => ({ file, row: row + 1, field: columns[column] }),
  };
}

/** The share of the memory for texts, or for nested values, that a value takes. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length / MOST_TEXT;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 1 / MOST_NESTED;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) sum += 1 / MOST_NESTED + weightOf(inner);
  return sum;
}

function tooMuch(file: string): InputError {
  return new InputError({
    code: "file-too-large",
    message: "there is more text, or there are more nested values, than can be held in memory",
    remedy: "Leave out such columns with the option ignore, or read fewer bags at a time.",
    where: { file },
  });
}
