import type { ByteReader } from "./byte-reader.js";
import { readDelta32, readDelta64 } from "./delta.js";
import { readHybrid } from "./hybrid.js";
import type { Rooms } from "./rooms.js";
import type { Leaf } from "./schema.js";
import { utf8 } from "./thrift.js";

/** How the values of a page can be stored, in the order of Parquet's numbers. */
export const ENCODINGS = [
  "PLAIN",
  "GROUP_VAR_INT",
  "PLAIN_DICTIONARY",
  "RLE",
  "BIT_PACKED",
  "DELTA_BINARY_PACKED",
  "DELTA_LENGTH_BYTE_ARRAY",
  "DELTA_BYTE_ARRAY",
  "RLE_DICTIONARY",
  "BYTE_STREAM_SPLIT",
] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Stored values, before what they stand for. */
export type Raw = boolean[] | bigint[] | Uint8Array[] | Int32Array | BigInt64Array | Float32Array | Float64Array;

/** Texts that share beginnings may not unfold to more bytes than this in a page. */
const MOST_TEXT = 2 ** 27;

/**
 * Reads so many values of a column. Allocates in proportion to the bytes there are, or to the count
 * where runs repeat a value. Throws an Error where they do not fit together. `floats`: memory for floats.
 */
export function readValues(reader: ByteReader, encoding: Encoding, count: number, leaf: Leaf, floats?: Rooms): Raw {
  const { type } = leaf;
  switch (encoding) {
    case "PLAIN":
      return readPlain(reader, count, leaf, floats);
    case "RLE":
      if (type === "BOOLEAN") return readRunsOfBooleans(reader, count);
      break;
    case "DELTA_BINARY_PACKED":
      if (type === "INT32") return readDelta32(reader, count);
      if (type === "INT64") return readDelta64(reader, count);
      break;
    case "DELTA_LENGTH_BYTE_ARRAY":
      if (type === "BYTE_ARRAY") return Array.from(readDelta32(reader, count), (length) => reader.take(length));
      break;
    case "DELTA_BYTE_ARRAY":
      if (type === "BYTE_ARRAY" || type === "FIXED_LEN_BYTE_ARRAY") return readSharedBeginnings(reader, count);
      break;
    case "BYTE_STREAM_SPLIT":
      return typed(joinStreams(reader, count, leaf), leaf);
  }
  throw new Error(`values of type ${type} with encoding ${encoding} are not supported`);
}

function readPlain(reader: ByteReader, count: number, leaf: Leaf, floats: Rooms | undefined): Raw {
  switch (leaf.type) {
    case "BOOLEAN": {
      const bytes = reader.take(Math.ceil(count / 8));
      return Array.from({ length: count }, (_, i) => ((bytes[i >> 3] >> (i & 7)) & 1) === 1);
    }
    case "BYTE_ARRAY": {
      if (count * 4 > reader.left) throw new Error("a page has fewer bytes than values");
      return Array.from({ length: count }, () => reader.take(reader.uint32()));
    }
    default:
      return typed(reader.take(count * widthOf(leaf)), leaf, floats);
  }
}

/**
 * Reads so many plain texts. One that equals the text before it, such as the id of a bag, is not made anew.
 * Throws an Error where the bytes end too early or are not UTF-8.
 */
export function readTexts(reader: ByteReader, count: number): string[] {
  if (count * 4 > reader.left) throw new Error("a page has fewer bytes than values");
  const texts = new Array<string>(count);
  const { bytes } = reader;
  let [start, size, text] = [0, 0, ""];
  for (let i = 0; i < count; i++) {
    const length = reader.uint32();
    const from = reader.at;
    let same = 0;
    if (length === size && length <= reader.left)
      while (same < length && bytes[start + same] === bytes[from + same]) same++;
    if (same === length && length === size) reader.at += length;
    else text = utf8(reader.take(length));
    texts[i] = text;
    [start, size] = [from, length];
  }
  return texts;
}

/** Values of a fixed width. Copied, because typed arrays need an even start. */
function typed(bytes: Uint8Array, leaf: Leaf, floats?: Rooms): Raw {
  const width = widthOf(leaf);
  switch (leaf.type) {
    case "INT32":
      return new Int32Array(bytes.slice().buffer);
    case "INT64":
      return new BigInt64Array(bytes.slice().buffer);
    case "FLOAT":
      return new Float32Array(copied(bytes, floats), 0, bytes.length / 4);
    case "DOUBLE":
      return new Float64Array(copied(bytes, floats), 0, bytes.length / 8);
    default:
      return Array.from({ length: bytes.length / width }, (_, i) => bytes.subarray(i * width, (i + 1) * width));
  }
}

function copied(bytes: Uint8Array, rooms: Rooms | undefined): ArrayBuffer {
  const buffer = rooms?.take(bytes.length) ?? new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

function widthOf({ type, node }: Leaf): number {
  switch (type) {
    case "INT32":
    case "FLOAT":
      return 4;
    case "INT64":
    case "DOUBLE":
      return 8;
    case "INT96":
      return 12;
    default:
      if (type !== "FIXED_LEN_BYTE_ARRAY" || node.width === 0) throw new Error(`values of type ${type} have no width`);
      return node.width;
  }
}

/** The first bytes of all values, then the second bytes, and so on. */
function joinStreams(reader: ByteReader, count: number, leaf: Leaf): Uint8Array {
  const width = widthOf(leaf);
  const bytes = reader.take(count * width);
  const output = new Uint8Array(count * width);
  for (let k = 0; k < width; k++) for (let i = 0; i < count; i++) output[i * width + k] = bytes[k * count + i];
  return output;
}

function readRunsOfBooleans(reader: ByteReader, count: number): boolean[] {
  // The length of the runs comes first.
  reader.uint32();
  const bits = new Uint8Array(count);
  readHybrid(reader, 1, bits);
  return Array.from(bits, (bit) => bit === 1);
}

/** Each value as how much it shares with the one before, and the rest. */
function readSharedBeginnings(reader: ByteReader, count: number): Uint8Array[] {
  const shared = readDelta32(reader, count);
  const rest = readDelta32(reader, count);
  let last: Uint8Array = new Uint8Array(0);
  let total = 0;
  return Array.from(rest, (length, i) => {
    const end = reader.take(length);
    if (shared[i] < 0 || shared[i] > last.length) throw new Error("a text shares more than there is");
    total += shared[i];
    if (total > MOST_TEXT) throw new Error("the texts of a page are too long");
    if (shared[i] === 0) {
      last = end;
    } else {
      const whole = new Uint8Array(shared[i] + length);
      whole.set(last.subarray(0, shared[i]));
      whole.set(end, shared[i]);
      last = whole;
    }
    return last;
  });
}
