import type { ParquetWriter } from "hyparquet-writer";
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
