import type { AsyncBuffer, FileMetaData, SchemaTree } from "hyparquet";
import { InputError } from "../../base/errors.js";
import { collect, type Source } from "../text/source.js";
import { fetchPages } from "./pages.js";

/** The values of one column in one row group; null or undefined for a missing one. */
export type ColumnValues = ArrayLike<unknown>;

/** The magic bytes at both ends and the length of the footer. */
const SHORTEST = 12;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text with the byte order mark that may be at its start. Throws for bytes that are not UTF-8. */
function stringFromBytes(bytes: Uint8Array | undefined): string | undefined {
  return bytes && decoder.decode(bytes);
}

/** An open Parquet file. */
interface ParquetFile {
  readonly schema: SchemaTree;
  /** What the writer stored under a key. */
  stored(key: string): string | undefined;
  /**
   * The row groups, one after the other, each with its number of rows and the values of the named
   * columns.
   */
  groups(columns: readonly string[]): AsyncGenerator<{ rows: number; values: ColumnValues[]; bytes: number }>;
}

/**
 * Opens a Parquet file by its footer, with random access if the source has it. Throws an InputError
 * for a damaged file.
 */
export async function openParquet(source: Source): Promise<ParquetFile> {
  // Loaded on demand, so that other formats do not pay for it.
  const [hyparquet, { parquetHeader }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet/src/column.js"),
    import("hyparquet-compressors"),
  ]);
  const { buffer, guard } = await guarded(source);
  if (buffer.byteLength < SHORTEST) throw damaged(new Error(`it has only ${buffer.byteLength} bytes`), source.name);
  const metadata = await guard(() => hyparquet.parquetMetadataAsync(buffer));
  markLists(metadata);
  const schema = await guard(async () => hyparquet.parquetSchema(metadata));
  return {
    schema,
    stored: (key) => metadata.key_value_metadata?.find((entry) => entry.key === key)?.value,
    async *groups(columns) {
      let rowStart = 0;
      let bytes = 0;
      for (const group of metadata.row_groups) {
        const rows = Number(group.num_rows);
        const parts = new Map<string, ColumnValues[]>(columns.map((name) => [name, []]));
        const onChunk = ({ columnName, columnData }: { columnName: string; columnData: ColumnValues }) => {
          parts.get(columnName)?.push(columnData);
        };
        const range = { rowStart, rowEnd: rowStart + rows };
        if (rows > 0) {
          await guard(async () => {
            const file = await fetchPages(buffer, group, new Set(columns), parquetHeader);
            await hyparquet.parquetRead({
              file,
              metadata,
              columns: [...columns],
              compressors,
              parsers: { stringFromBytes },
              onChunk,
              ...range,
            });
          });
        }
        const values = columns.map((name) => joined(parts.get(name) ?? []));
        await guard(async () => checkLengths(values, columns, rows));
        rowStart += rows;
        bytes += Number(group.total_compressed_size ?? group.total_byte_size);
        yield { rows, values, bytes };
      }
    },
  };
}

/**
 * A buffer over the source, and a wrapper that turns decoding failures, not reading failures, into
 * InputErrors.
 */
async function guarded(source: Source) {
  let failure: { error: unknown } | undefined;
  const noted = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  const buffer = await openBuffer(source, noted);
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (failure !== undefined) throw failure.error;
      throw damaged(error, source.name);
    }
  };
  return { buffer, guard };
}

async function openBuffer(source: Source, noted: <T>(read: () => Promise<T>) => Promise<T>): Promise<AsyncBuffer> {
  const { slice, size } = source;
  if (slice !== undefined && size !== undefined) {
    return { byteLength: size, slice: (start, end = size) => noted(() => slice(start, end)) };
  }
  const { buffer, byteOffset, byteLength } = await collect(source);
  const all = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return { byteLength, slice: (start, end) => all.slice(start, end) };
}

function damaged(error: unknown, file: string): InputError {
  return new InputError({
    code: "parquet",
    message: `this is not a Parquet file, or it is damaged or cut off (${error instanceof Error ? error.message : String(error)})`,
    remedy: "Copy the file or write it again.",
    where: { file },
  });
}

/**
 * Some writers mark list columns only in the newer of the two ways, and the decoder looks at the
 * older.
 */
function markLists({ schema }: FileMetaData): void {
  for (const element of schema) if (element.logical_type?.type === "LIST") element.converted_type ??= "LIST";
}

function joined(parts: readonly ColumnValues[]): ColumnValues {
  if (parts.length === 1) return parts[0];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // Doubles stay unboxed.
  const all = parts.every((part) => part instanceof Float64Array)
    ? new Float64Array(length)
    : new Array<unknown>(length);
  let at = 0;
  for (const part of parts) for (let i = 0; i < part.length; i++) all[at++] = part[i];
  return all;
}

function checkLengths(values: readonly ColumnValues[], columns: readonly string[], rows: number): void {
  values.forEach(({ length }, i) => {
    if (length !== rows) throw new Error(`column ${JSON.stringify(columns[i])} has ${length} values for ${rows} rows`);
  });
}
