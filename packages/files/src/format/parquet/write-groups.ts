import type { ParquetWriter } from "hyparquet-writer";
import type { TypedColumn } from "../table/typed-columns.js";
import { addChecksums } from "./add-checksums.js";

/** What a schema consists of. */
export type SchemaElement = ParquetWriter["schema"][number];

/**
 * A column of a row group. A dictionary would treat -0 and 0 as one value, so numbers are written
 * plain.
 */
export interface GroupColumn {
  readonly name: string;
  readonly data: Float64Array | Int32Array | unknown[];
  readonly encoding?: "PLAIN";
}

/**
 * A Parquet file of row groups, whose pages have checksums, with texts stored by key. Memory: twice
 * one row group.
 */
export async function* writeGroups(
  schema: SchemaElement[],
  groups: Iterable<GroupColumn[]>,
  stored: Readonly<Record<string, string>> = {},
): AsyncGenerator<Uint8Array> {
  // Loaded on demand, so that other formats do not pay for it.
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const writer = new ByteWriter();
  const kvMetadata = Object.entries(stored).map(([key, value]) => ({ key, value }));
  const parquet = new ParquetWriter({ writer, schema, kvMetadata });
  for (const columnData of groups) {
    const columns = parquet.pendingIndexes.length;
    await parquet.write({ columnData, rowGroupSize: Number.POSITIVE_INFINITY });
    const bytes = writer.getBytes();
    const group = parquet.row_groups[parquet.row_groups.length - 1];
    const piece = addChecksums(bytes, writer.offset - bytes.length, group, parquet.pendingIndexes.slice(columns));
    writer.offset += piece.length - bytes.length;
    writer.index = 0;
    yield piece;
  }
  await parquet.finish();
  yield writer.getBytes().slice();
}

/** About how many values go into a row group. */
export const GROUP_VALUES = 2 ** 20;

/** Writes columns as Parquet: numbers as DOUBLE, booleans and texts, each with nulls. */
export function writeColumns(columns: readonly TypedColumn[]): AsyncGenerator<Uint8Array> {
  const schema: SchemaElement[] = [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)];
  return writeGroups(schema, groups(columns));
}

function elementOf({ name, type }: TypedColumn): SchemaElement {
  const repetition_type = "OPTIONAL";
  if (type === "number") return { name, type: "DOUBLE", repetition_type };
  if (type === "boolean") return { name, type: "BOOLEAN", repetition_type };
  return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type };
}

function* groups(columns: readonly TypedColumn[]): Generator<GroupColumn[]> {
  const rows = columns[0]?.values.length ?? 0;
  const most = Math.max(1, Math.floor(GROUP_VALUES / columns.length));
  for (let from = 0; from < rows; from += most) {
    yield columns.map(({ name, type, values }) => ({
      name,
      data: values.slice(from, from + most),
      ...(type === "number" ? { encoding: "PLAIN" as const } : {}),
    }));
  }
}
