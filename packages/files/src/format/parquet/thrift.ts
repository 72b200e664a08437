import type { ByteReader } from "./byte-reader.js";

/** How deeply values may be nested; Parquet needs six levels. */
const DEEPEST = 24;

type Value = number | boolean | Uint8Array | Struct | readonly Value[];

/**
 * A record of numbered fields, as Thrift's compact protocol stores them: the footer and the page
 * headers of Parquet. The accessors throw an Error where a field is missing or of another kind.
 */
export class Struct {
  constructor(private readonly fields: ReadonlyMap<number, Value>) {}

  has(field: number): boolean {
    return this.fields.has(field);
  }

  /** A whole number of at most 53 bits. */
  integer(field: number): number {
    const value = this.fields.get(field);
    if (typeof value !== "number" || !Number.isSafeInteger(value)) throw wrong(field, "a whole number");
    return value;
  }

  /** A whole number that counts something. */
  count(field: number): number {
    const value = this.integer(field);
    if (value < 0) throw wrong(field, "a count");
    return value;
  }

  boolean(field: number): boolean {
    const value = this.fields.get(field);
    if (typeof value !== "boolean") throw wrong(field, "true or false");
    return value;
  }

  text(field: number): string {
    const value = this.fields.get(field);
    if (!(value instanceof Uint8Array)) throw wrong(field, "a text");
    return utf8(value);
  }

  struct(field: number): Struct {
    const value = this.fields.get(field);
    if (!(value instanceof Struct)) throw wrong(field, "a record");
    return value;
  }

  structs(field: number): Struct[] {
    return this.list(field).map((value) => {
      if (!(value instanceof Struct)) throw wrong(field, "a list of records");
      return value;
    });
  }

  texts(field: number): string[] {
    return this.list(field).map((value) => {
      if (!(value instanceof Uint8Array)) throw wrong(field, "a list of texts");
      return utf8(value);
    });
  }

  /** What `read` gets from the record, or undefined where the field is missing. */
  optional<T>(field: number, read: (struct: Struct, field: number) => T): T | undefined {
    return this.fields.has(field) ? read(this, field) : undefined;
  }

  private list(field: number): readonly Value[] {
    const value = this.fields.get(field);
    if (!Array.isArray(value)) throw wrong(field, "a list");
    return value;
  }
}

/** Reads a record. Takes time and memory in proportion to its bytes, whatever they claim. */
export function readStruct(reader: ByteReader, depth = 0): Struct {
  if (depth > DEEPEST) throw new Error("the records are nested too deeply");
  const fields = new Map<number, Value>();
  for (let field = 0; ; ) {
    const byte = reader.byte();
    const type = byte & 15;
    if (type === 0) return new Struct(fields);
    field = byte >> 4 === 0 ? reader.zigzag() : field + (byte >> 4);
    fields.set(field, type === 1 || type === 2 ? type === 1 : readValue(reader, type, depth));
  }
}

function readValue(reader: ByteReader, type: number, depth: number): Value {
  switch (type) {
    case 3:
      return (reader.byte() << 24) >> 24;
    case 4:
    case 5:
    case 6:
      return reader.zigzag();
    case 7:
      return reader.double();
    case 8:
      return reader.take(reader.varint());
    case 9:
      return readList(reader, depth + 1);
    case 12:
      return readStruct(reader, depth + 1);
    default:
      throw new Error(`a field has the unknown type ${type}`);
  }
}

function readList(reader: ByteReader, depth: number): Value[] {
  if (depth > DEEPEST) throw new Error("the records are nested too deeply");
  const byte = reader.byte();
  const type = byte & 15;
  const size = byte >> 4 === 15 ? reader.varint() : byte >> 4;
  // Every element takes a byte at least.
  if (size > reader.left) throw new Error("a list is longer than its bytes");
  const values: Value[] = [];
  for (let i = 0; i < size; i++) {
    values.push(type === 1 || type === 2 ? reader.byte() === 1 : readValue(reader, type, depth));
  }
  return values;
}

// A byte order mark inside a file is part of a text.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Texts up to this length, such as ids, are decoded faster by hand. */
const SHORT = 24;

/** The text of bytes that are all ASCII; undefined for others. */
function ascii(bytes: Uint8Array): string | undefined {
  let text = "";
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] >= 128) return undefined;
    text += String.fromCharCode(bytes[i]);
  }
  return text;
}

/** UTF-8 bytes as text. Throws an Error where they are not UTF-8. */
export function utf8(bytes: Uint8Array): string {
  const short = bytes.length <= SHORT ? ascii(bytes) : undefined;
  if (short !== undefined) return short;
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error("a text is not valid UTF-8");
  }
}

function wrong(field: number, wanted: string): Error {
  return new Error(`field ${field} of a record is not ${wanted}`);
}
