import { crc32 } from "@bagwise/core/base";
import { ByteReader } from "./byte-reader.js";
import { unpack } from "./codecs/decompress.js";
import { readHybrid } from "./hybrid.js";
import { type ColumnValues, withMeaning } from "./meaning.js";
import type { Chunk } from "./metadata.js";
import { type PageHeader, readPageHeader } from "./page-header.js";
import type { GroupRooms } from "./rooms.js";
import { readTexts, readValues } from "./values.js";

/** The values of a page, and the levels that say where they belong. */
export interface Page {
  /** With nulls and empty lists. */
  readonly count: number;
  /** Without them. */
  readonly values: ColumnValues;
  /** How much of the way to each value is there; undefined if all values are there. */
  readonly definition: Uint8Array | undefined;
  /** At which list each value goes on, 0 for a new row; undefined if there are no lists. */
  readonly repetition: Uint8Array | undefined;
}

/** The highest levels of a column. */
export interface Levels {
  readonly definition: number;
  readonly repetition: number;
}

export function levelsOf({ leaf: { path } }: Chunk): Levels {
  return {
    definition: path.filter(({ repetition }) => repetition !== "REQUIRED").length,
    repetition: path.filter(({ repetition }) => repetition === "REPEATED").length,
  };
}

/**
 * The data pages of a chunk, decoded one after the other. Verifies checksums where there are some.
 * Throws an Error about what is wrong. Nothing of a page refers to its bytes, so that their room is used again.
 */
export async function* pagesOf(bytes: Uint8Array, chunk: Chunk, rooms: GroupRooms): AsyncGenerator<Page> {
  const reader = new ByteReader(bytes);
  let dictionary: ColumnValues | undefined;
  for (let left = chunk.values; left > 0; ) {
    rooms.page.clear();
    const header = readPageHeader(reader);
    const stored = reader.take(header.size);
    if (header.checksum !== undefined && crc32(stored) !== header.checksum) {
      throw new Error("the checksum of a page does not match");
    }
    if (header.kind === "dictionary") {
      if (dictionary !== undefined) throw new Error("a column has two dictionaries");
      const page = new ByteReader(await unpack(chunk.codec, stored, header.unpacked, (size) => rooms.page.take(size)));
      dictionary = withMeaning(readValues(page, "PLAIN", header.values, chunk.leaf), chunk.leaf);
    } else if (header.kind === "data") {
      if (header.values > left) throw new Error("a page claims more values than its column has");
      left -= header.values;
      yield await readPage(stored, header, chunk, { dictionary, rooms });
    }
  }
}

async function readPage(
  stored: Uint8Array,
  header: PageHeader,
  chunk: Chunk,
  { dictionary, rooms }: { dictionary: ColumnValues | undefined; rooms: GroupRooms },
): Promise<Page> {
  const room = (size: number) => rooms.page.take(size);
  const { values: count, apart, encoding } = header;
  const most = levelsOf(chunk);
  const { reader, repetition, definition } =
    apart === undefined
      ? levelsBefore(await unpack(chunk.codec, stored, header.unpacked, room), count, most)
      : await levelsApart(stored, header, apart, chunk, most);
  const nulls = definition === undefined ? 0 : missingOf(definition, most.definition);
  if (apart !== undefined) {
    const rows = repetition === undefined ? count : repetition.reduce((sum, level) => sum + (level === 0 ? 1 : 0), 0);
    if (apart.nulls !== nulls || apart.rows !== rows) throw new Error("a page does not have the rows it says");
  }
  const there = count - nulls;
  const coded = encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY";
  const values = coded
    ? lookedUp(reader, there, dictionary)
    : isPlainText(chunk, encoding)
      ? readTexts(reader, there)
      : withMeaning(there === 0 ? [] : readValues(reader, encoding, there, chunk.leaf, rooms.floats), chunk.leaf);
  return { count, values, definition: nulls === 0 && repetition === undefined ? undefined : definition, repetition };
}

function isPlainText({ leaf: { type, node } }: Chunk, encoding: PageHeader["encoding"]): boolean {
  return encoding === "PLAIN" && type === "BYTE_ARRAY" && node.meaning.kind === "text";
}

/** Version 1: each kind of level with its length before it, packed together with the values. */
function levelsBefore(page: Uint8Array, count: number, most: Levels) {
  const reader = new ByteReader(page);
  const next = (highest: number) =>
    highest === 0 ? undefined : readLevels(reader.take(reader.uint32()), count, highest);
  const repetition = next(most.repetition);
  if (most.repetition > 0 || most.definition === 0) return { reader, repetition, definition: next(most.definition) };
  const levels = reader.take(reader.uint32());
  const full = areAllHighest(levels, count, most.definition);
  return { reader, repetition, definition: full ? undefined : readLevels(levels, count, most.definition) };
}

/** Version 2: the levels first, never packed, and their lengths in the header. */
async function levelsApart(
  stored: Uint8Array,
  { values: count, unpacked }: PageHeader,
  apart: NonNullable<PageHeader["apart"]>,
  { codec }: Chunk,
  most: Levels,
) {
  const reader = new ByteReader(stored);
  const repetitions = reader.take(apart.repetition);
  const definitions = reader.take(apart.definition);
  const size = unpacked - apart.repetition - apart.definition;
  if (size < 0) throw new Error("the levels of a page are longer than the page");
  const rest = reader.take(reader.left);
  // A page without values may leave nothing to unpack.
  const plain = !apart.packed || (rest.length === 0 && size === 0);
  return {
    reader: new ByteReader(await unpack(plain ? "UNCOMPRESSED" : codec, rest, size)),
    repetition: most.repetition === 0 ? undefined : readLevels(repetitions, count, most.repetition),
    definition: most.definition === 0 ? undefined : readLevels(definitions, count, most.definition),
  };
}

/** Whether one run says that every value has the highest level, as in a column without missing values. */
function areAllHighest(bytes: Uint8Array, count: number, highest: number): boolean {
  const reader = new ByteReader(bytes);
  if (highest > 255 || bytes.length < 2) return false;
  const header = reader.varint();
  return header % 2 === 0 && header / 2 === count && reader.left === 1 && reader.byte() === highest;
}

function readLevels(bytes: Uint8Array, count: number, highest: number): Uint8Array {
  const levels = new Uint8Array(count);
  readHybrid(new ByteReader(bytes), 32 - Math.clz32(highest), levels);
  for (let i = 0; i < levels.length; i++)
    if (levels[i] > highest) throw new Error("a page has a level that its column has not");
  return levels;
}

function missingOf(definition: Uint8Array, highest: number): number {
  let missing = 0;
  for (let i = 0; i < definition.length; i++) if (definition[i] !== highest) missing++;
  return missing;
}

/** Values by their numbers in the dictionary. */
function lookedUp(reader: ByteReader, count: number, dictionary: ColumnValues | undefined): ColumnValues {
  if (dictionary === undefined) throw new Error("a page needs a dictionary, and there is none");
  if (count === 0) return [];
  const indices = new Uint32Array(count);
  readHybrid(reader, reader.byte(), indices);
  const values =
    dictionary instanceof Float64Array ? new Float64Array(count) : new Array<unknown>(count).fill(undefined);
  for (let i = 0; i < count; i++) {
    if (indices[i] >= dictionary.length) throw new Error("a value is not in the dictionary");
    values[i] = dictionary[indices[i]];
  }
  return values;
}
