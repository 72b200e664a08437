import { unpackLz4Frame } from "../parquet/codecs/lz4.js";
import { unpackZstd } from "../parquet/codecs/zstd.js";
import { FlatTable } from "./flatbuffer.js";
import { type ArrowField, readSchema } from "./schema.js";

const MAGIC = "ARROW1";
/** Arrow's number for files since 2017. */
const OLDEST = 3;
/** How much the packed buffers of a file may hold: this much, and so many times its size. */
const FREE = 2 ** 28;
const RATIO = 256;

/** Numbers of values and buffers of one record batch, in the order in which columns take them. */
export interface Batch {
  readonly rows: number;
  /** The length of the next column or nested part, and how many of its values are null. */
  node(): { readonly length: number; readonly nulls: number };
  /** The next buffer, unpacked. */
  buffer(): Uint8Array;
  /** How many further buffers the next column of views has. */
  variadic(): number;
  /** About how many bytes the batch has: what a claim about its length is measured by. */
  readonly size: number;
}

/** A dictionary, or more of one, or rows. */
export type Message =
  | { readonly kind: "dictionary"; readonly id: number; readonly more: boolean; readonly batch: Batch }
  | { readonly kind: "rows"; readonly batch: Batch };

/** The columns of an Arrow file or stream, and its batches in order. */
export interface ArrowContent {
  readonly fields: readonly ArrowField[];
  readonly messages: Iterable<Message>;
}

/**
 * Opens an Arrow IPC file (Feather) or stream. The footer of a file says where its batches are: what
 * stands before them need not be a stream. Throws an Error about what is damaged.
 */
export function openArrow(bytes: Uint8Array): ArrowContent {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const startsWith = (text: string) => [...text].every((character, i) => bytes[i] === character.charCodeAt(0));
  if (startsWith("FEA1")) throw new Error("it is of the first version of Feather, which is not supported");
  const { schema, messages } = startsWith(MAGIC) ? fileParts(bytes, view) : streamParts(bytes, view);
  const budget = { left: FREE + RATIO * bytes.length };
  return { fields: readSchema(schema), messages: batchesOf(messages, budget) };
}

const SCHEMA = 1;
const DICTIONARY = 2;
const ROWS = 3;

interface Encapsulated {
  readonly kind: number;
  readonly header: FlatTable;
  readonly body: Uint8Array;
}

interface Parts {
  readonly schema: FlatTable;
  readonly messages: Iterable<Encapsulated>;
}

function streamParts(bytes: Uint8Array, view: DataView): Parts {
  const all = encapsulated(bytes, view);
  const { value: first, done } = all.next();
  if (done || first.kind !== SCHEMA) throw new Error("it does not start with a schema");
  return { schema: first.header, messages: all };
}

function* encapsulated(bytes: Uint8Array, view: DataView): Generator<Encapsulated, undefined> {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const found = messageAt(bytes, view, at, bytes.length);
    if (found === undefined) return;
    yield found.message;
    at = found.end;
  }
}

/** The schema and the places of dictionaries and batches, as the footer of a file has them. */
function fileParts(bytes: Uint8Array, view: DataView): Parts {
  const end = footerStart(view);
  const footer = FlatTable.of(bytes.subarray(end, view.byteLength - MAGIC.length - 4));
  const schema = footer.table(1);
  if (schema === undefined) throw new Error("its footer has no schema");
  const places = [...footer.longs(2, 3), ...footer.longs(3, 3)].map(([at]) => at);
  return { schema, messages: messagesAt(places, bytes, view, end) };
}

function* messagesAt(
  places: readonly number[],
  bytes: Uint8Array,
  view: DataView,
  end: number,
): Generator<Encapsulated, undefined> {
  let left = end;
  for (const at of places) {
    if (!(at >= MAGIC.length && at + 4 <= end)) throw new Error("it has a batch at an impossible place");
    const found = messageAt(bytes, view, at, end);
    if (found === undefined) throw new Error("it has a batch without content");
    // Batches do not overlap: a small file cannot claim the same bytes again and again.
    left -= found.end - at;
    if (left < 0) throw new Error("its batches have more bytes than the file");
    yield found.message;
  }
}

/** The message at a place, and where it ends; undefined for the mark at the end of a stream. */
function messageAt(bytes: Uint8Array, view: DataView, place: number, end: number) {
  // Since 2019 a mark comes before the length.
  const marked = view.getInt32(place, true) === -1;
  const length = view.getInt32(place + (marked ? 4 : 0), true);
  const at = place + (marked ? 8 : 4);
  if (length === 0) return undefined;
  if (length < 0 || length > end - at) throw new Error("it has a message of an impossible length");
  const message = FlatTable.of(bytes.subarray(at, at + length));
  const from = at + length;
  const size = message.long(3);
  if (!(size >= 0 && size <= end - from)) throw new Error("it ends in the middle of a batch");
  if (message.short(0) < OLDEST) throw new Error("it was written by a version of Arrow that is too old");
  const header = message.table(2);
  if (header === undefined) throw new Error("it has a message without content");
  const found: Encapsulated = { kind: message.byte(1), header, body: bytes.subarray(from, from + size) };
  return { message: found, end: from + size };
}

/** Where the footer starts. */
function footerStart(view: DataView): number {
  const end = view.byteLength - MAGIC.length - 4;
  const length = view.getInt32(end, true);
  const marked = [...MAGIC].every((character, i) => view.getUint8(end + 4 + i) === character.charCodeAt(0));
  if (!marked || length <= 0 || length > end - 8) throw new Error("it ends too early");
  return end - length;
}

function* batchesOf(messages: Iterable<Encapsulated>, budget: { left: number }): Generator<Message> {
  for (const { kind, header, body } of messages) {
    if (kind === ROWS) yield { kind: "rows", batch: batchOf(header, body, budget) };
    else if (kind === DICTIONARY) {
      const data = header.table(1);
      if (data === undefined) throw new Error("it has a dictionary without content");
      const batch = batchOf(data, body, budget);
      yield { kind: "dictionary", id: header.long(0), more: header.byte(2) === 1, batch };
    } else if (kind !== SCHEMA) throw new Error("it has a message of an unknown kind");
  }
}

function batchOf(header: FlatTable, body: Uint8Array, budget: { left: number }): Batch {
  const nodes = header.longs(1, 2).values();
  const buffers = header.longs(2, 2).values();
  const variadics = header.longs(4, 1).values();
  const packed = header.table(3);
  const codec = packed?.byte(0);
  if (packed !== undefined && packed.byte(1) !== 0) throw new Error("its compression is unknown");
  const next = <T>(values: Iterator<T, undefined>): T => {
    const { value, done } = values.next();
    if (done) throw new Error("a batch has fewer parts than its columns need");
    return value;
  };
  let used = 0;
  const batch = {
    rows: header.long(0),
    size: body.length,
    node() {
      const [length, nulls] = next(nodes);
      checkLength(length, batch.size);
      return { length, nulls };
    },
    buffer() {
      const [offset, length] = next(buffers);
      // Buffers do not overlap, so that columns cannot claim the same bytes again and again.
      if (!(offset >= used || length === 0) || !(length >= 0 && offset + length <= body.length))
        throw new Error("a batch has a buffer at an impossible place");
      const bytes = body.subarray(offset, offset + length);
      used = Math.max(used, offset + length);
      if (codec === undefined || length === 0) return bytes;
      const unpacked = unpack(bytes, codec, budget);
      batch.size += unpacked.length;
      return unpacked;
    },
    variadic: () => next(variadics)[0],
  };
  checkLength(batch.rows, budget.left);
  return batch;
}

/** Values take at least a bit each; only nulls take none. */
function checkLength(length: number, bytes: number): void {
  if (!(length >= 0 && length <= 2 ** 20 + 8 * bytes)) throw new Error(`a batch claims ${length} values`);
}

/** A packed buffer starts with its unpacked length, or with -1 if it is not packed after all. */
function unpack(bytes: Uint8Array, codec: number, budget: { left: number }): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = Number(view.getBigInt64(0, true));
  const data = bytes.subarray(8);
  if (size === -1) return data;
  budget.left -= size;
  if (!(size >= 0 && budget.left >= 0)) throw new Error(`a buffer claims to unpack to ${size} bytes`);
  if (codec === 0) return unpackLz4Frame(data, size);
  if (codec === 1) return unpackZstd(data, size);
  throw new Error("its compression is unknown");
}
