import { crc32 } from "@bagwise/core/base";
import type { ParquetWriter } from "hyparquet-writer";
import { joinedBytes } from "../text/source.js";
import { ByteReader } from "./byte-reader.js";
import { readPageHeader } from "./page-header.js";

/** The first byte of a 32-bit number whose field comes right after the one before. */
const NEXT_NUMBER = 0x15;

type RowGroup = ParquetWriter["row_groups"][number];
type Indexes = ParquetWriter["pendingIndexes"];

/**
 * Gives the pages of a row group their checksums, which the writer leaves out: CRC-32, as the
 * Parquet standard says. The bytes are what was written for the group, and begin at `offset` of the
 * file. Returns the new bytes, and moves what the footer and the indexes of the group say to where
 * it is now.
 */
export function addChecksums(bytes: Uint8Array, offset: number, group: RowGroup, indexes: Indexes): Uint8Array {
  const pieces: Uint8Array[] = [];
  let copied = 0;
  let added = 0;
  for (const [i, column] of group.columns.entries()) {
    const { meta_data: meta } = column;
    if (meta === undefined) continue;
    const start = Number(meta.dictionary_page_offset ?? meta.data_page_offset) - offset;
    const end = start + Number(meta.total_compressed_size);
    const before = added;
    column.file_offset += BigInt(before);
    meta.data_page_offset += BigInt(before);
    if (meta.dictionary_page_offset !== undefined) meta.dictionary_page_offset += BigInt(before);
    const locations = indexes[i].offsetIndex?.page_locations.values();
    const reader = new ByteReader(bytes.subarray(0, end));
    for (reader.at = start; reader.left > 0; ) {
      const from = reader.at;
      const { size, kind } = readPageHeader(reader);
      const header = bytes.subarray(from, reader.at);
      const longer = withChecksum(header, crc32(reader.take(size)));
      const location = kind === "data" ? locations?.next().value : undefined;
      if (location !== undefined) {
        location.offset += BigInt(added);
        location.compressed_page_size += longer.length - header.length;
      }
      if (kind === "dictionary") meta.data_page_offset += BigInt(longer.length - header.length);
      pieces.push(bytes.subarray(copied, from), longer);
      copied = from + header.length;
      added += longer.length - header.length;
    }
    meta.total_compressed_size += BigInt(added - before);
    meta.total_uncompressed_size += BigInt(added - before);
  }
  group.total_byte_size += BigInt(added);
  pieces.push(bytes.subarray(copied));
  return joinedBytes(pieces);
}

/** A header with a fourth field between its sizes, which are fields 1 to 3, and what follows. */
function withChecksum(header: Uint8Array, checksum: number): Uint8Array {
  const reader = new ByteReader(header);
  for (let field = 1; field <= 3; field++) {
    if (reader.byte() !== NEXT_NUMBER) throw new Error("the writer changed its page headers");
    reader.varint();
  }
  const [next, ...rest] = header.subarray(reader.at);
  // Fields are numbered by their distance from the one before.
  return Uint8Array.of(
    ...header.subarray(0, reader.at),
    NEXT_NUMBER,
    ...varint(((checksum << 1) ^ (checksum >> 31)) >>> 0),
    next - 16,
    ...rest,
  );
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
