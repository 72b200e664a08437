import { InputError } from "@bagwise/core/base";
import { collect, type Source } from "../text/source.js";
import { assemblerOf } from "./assemble.js";
import { type Fetched, fetchChunks } from "./fetch.js";
import type { ColumnValues } from "./meaning.js";
import { type Bytes, type Chunk, readMetadata } from "./metadata.js";
import { pagesOf } from "./pages.js";
import { joinLeaves } from "./records.js";
import { type GroupRooms, Rooms } from "./rooms.js";
import type { SchemaNode } from "./schema.js";

/** Row groups with up to this many values may be packed as tightly as they like. */
const FREE_VALUES = 2 ** 21;

/** How many values a byte may stand for in row groups beyond that. Runs can repeat a value for ever. */
const VALUES_PER_BYTE = 1000;

/** An open Parquet file. */
export interface ParquetFile {
  readonly schema: SchemaNode;
  /** What the writer stored under a key. */
  stored(key: string): string | undefined;
  /** How many rows there are. */
  readonly rows: number;
  /** How many values all columns have, with nulls and empty lists. */
  readonly values: number;
  /**
   * The row groups, one after the other, each with its number of rows and the values of the columns
   * with these numbers, from 0; null for a missing value. It can be called again. With `passing`, the values
   * hold only until the next row group.
   */
  groups(
    columns: readonly number[],
    options?: { readonly passing?: boolean },
  ): AsyncGenerator<{ rows: number; values: ColumnValues[]; bytes: number }>;
}

/**
 * Opens a Parquet file by its footer, with random access if the source has it. Throws an InputError
 * for a damaged file, before it takes more time or memory than its bytes can justify.
 */
export async function openParquet(source: Source): Promise<ParquetFile> {
  const { file, guard } = await guarded(source);
  const { root, groups, stored } = await guard(() => readMetadata(file));
  return {
    schema: root,
    rows: groups.reduce((sum, { rows }) => sum + rows, 0),
    values: groups.reduce((sum, { chunks }) => sum + valuesOf(chunks), 0),
    stored: (key) => stored.get(key),
    async *groups(columns, { passing = false } = {}) {
      const rooms = { stored: new Rooms(), page: new Rooms(), floats: passing ? new Rooms() : undefined };
      let bytes = 0;
      for (const { rows, chunks } of groups) {
        const nodes = columns.map((column) => root.children[column]);
        const wanted = nodes.map((node) => chunks.filter(({ leaf }) => leaf.path[0] === node));
        const values = await guard(async () => {
          checkSize(wanted.flat());
          rooms.stored.clear();
          rooms.floats?.clear();
          const fetched = await fetchChunks(file, wanted.flat(), rooms.stored);
          const all: ColumnValues[] = [];
          for (const [k, own] of wanted.entries()) all.push(await readColumn(nodes[k], own, { fetched, rows, rooms }));
          return all;
        });
        bytes += chunks.reduce((sum, { start, end }) => sum + end - start, 0);
        yield { rows, values, bytes };
      }
    },
  };
}

async function readColumn(
  node: SchemaNode,
  chunks: readonly Chunk[],
  { fetched, rows, rooms }: { fetched: Fetched; rows: number; rooms: GroupRooms },
): Promise<ColumnValues> {
  const leaves: ColumnValues[] = [];
  for (const chunk of chunks) {
    const assembler = assemblerOf(chunk);
    for await (const page of pagesOf(fetched(chunk), chunk, rooms)) assembler.take(page);
    const values = assembler.finish();
    if (values.length !== rows)
      throw new Error(`column ${JSON.stringify(node.name)} has ${values.length} values for ${rows} rows`);
    leaves.push(values);
  }
  return node.children.length === 0 ? leaves[0] : joinLeaves(node, () => leaves.shift() ?? []);
}

function valuesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { values }) => sum + values, 0);
}

function checkSize(chunks: readonly Chunk[]): void {
  const values = valuesOf(chunks);
  const bytes = chunks.reduce((sum, { start, end }) => sum + end - start, 0);
  if (values > FREE_VALUES && values > VALUES_PER_BYTE * bytes) {
    throw new Error(`${bytes} bytes claim to hold ${values} values`);
  }
}

/**
 * The bytes of the source, and a wrapper that turns decoding failures, not reading failures, into
 * InputErrors.
 */
async function guarded(source: Source) {
  let failure: { error: unknown } | undefined;
  const file = await openBytes(source);
  const noted: Bytes = {
    length: file.length,
    slice: async (start, end, room) => {
      try {
        return await file.slice(start, end, room);
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    },
  };
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (failure !== undefined) throw failure.error;
      throw damaged(error, source.name);
    }
  };
  return { file: noted, guard };
}

async function openBytes(source: Source): Promise<Bytes> {
  const { slice, size } = source;
  if (slice !== undefined && size !== undefined) {
    return {
      length: size,
      slice: async (start, end, room) => {
        const bytes = await slice(start, end, room);
        return new Uint8Array(bytes, 0, Math.min(end - start, bytes.byteLength));
      },
    };
  }
  const all = await collect(source);
  return { length: all.length, slice: async (start, end) => all.subarray(start, end) };
}

function damaged(error: unknown, file: string): InputError {
  return new InputError({
    code: "parquet",
    message: `this is not a Parquet file, or it is damaged or cut off (${error instanceof Error ? error.message : String(error)})`,
    remedy: "Copy the file or write it again.",
    where: { file },
  });
}
