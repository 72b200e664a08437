import { type Cell, isRecord } from "../../table/table.js";
import { half, hexadecimal } from "../parquet/byte-reader.js";
import type { Batch } from "./batches.js";
import type { ArrowField, ArrowType } from "./schema.js";

/** The value at a place; null for a missing one. */
export type CellAt = (i: number) => Cell;

/** A column of a batch, or a part of a nested one. */
interface Column {
  readonly length: number;
  readonly at: CellAt;
}

/** Views may name the same bytes again, but a file does not consist of that. */
const VIEWED = 64;

/**
 * Takes the nodes and buffers of a column from a batch. Whole numbers of 64 bits are bigints, times
 * of day and durations are seconds, bytes are hexadecimal text. Throws an Error where lengths do not
 * fit, here or when a value is read.
 */
export function readColumn(
  field: ArrowField,
  batch: Batch,
  dictionaries: ReadonlyMap<number, readonly Cell[]>,
): Column {
  const { length, nulls } = batch.node();
  const { type, children, dictionary } = field;
  if (dictionary === undefined && type.kind === "null") return { length, at: () => null };
  const valid = validity(batch.buffer(), length, nulls);
  const at = dictionary === undefined ? values(type) : entries(dictionary);
  return { length, at: (i) => (valid(i) ? at(i) : null) };

  function entries({ id, width, signed }: NonNullable<ArrowField["dictionary"]>): CellAt {
    const index = integers(fixed(batch.buffer(), length, width), width, signed);
    const found = dictionaries.get(id);
    return (i) => {
      const entry = Number(index(i));
      if (found === undefined || !(entry >= 0 && entry < found.length))
        throw new Error(`its column ${JSON.stringify(field.name)} refers to an entry that its dictionary lacks`);
      return found[entry];
    };
  }

  function values(type: ArrowType): CellAt {
    switch (type.kind) {
      case "null":
        return () => null;
      case "bool": {
        const bits = batch.buffer();
        if (bits.length * 8 < length) throw short();
        return (i) => bit(bits, i);
      }
      case "int":
        return integers(fixed(batch.buffer(), length, type.width), type.width, type.signed);
      case "float":
        return floats(fixed(batch.buffer(), length, type.width), type.width);
      case "decimal": {
        const digits = bigIntegers(fixed(batch.buffer(), length, type.width), type.width);
        return (i) => Number(`${digits(i)}e${-type.scale}`);
      }
      case "date":
      case "duration": {
        const count = integers(fixed(batch.buffer(), length, type.width), type.width, true);
        const { kind, perSecond } = type;
        if (kind === "duration") return (i) => Number(count(i)) / perSecond;
        return (i) => dateOf(Number(count(i)), perSecond);
      }
      case "bytes":
      case "text": {
        const range = ranges(batch.buffer(), length, type.large);
        const data = batch.buffer();
        const decode = type.kind === "text" ? decoded : hexadecimal;
        return (i) => {
          const [start, end] = range(i, data.length);
          return decode(data.subarray(start, end));
        };
      }
      case "fixed-bytes": {
        const { bytes } = fixed(batch.buffer(), length, type.width);
        return (i) => hexadecimal(bytes.subarray(i * type.width, (i + 1) * type.width));
      }
      case "view":
        return views(batch, length);
      case "list": {
        const range = ranges(batch.buffer(), length, type.large);
        const items = readColumn(children[0], batch, dictionaries);
        return (i) => {
          const [start, end] = range(i, items.length);
          const found = Array.from({ length: end - start }, (_, k) => items.at(start + k));
          return type.map ? recordOf(found) : found;
        };
      }
      case "fixed-list": {
        const { size } = type;
        const items = readColumn(children[0], batch, dictionaries);
        if (items.length < length * size) throw short();
        return (i) => Array.from({ length: size }, (_, k) => items.at(i * size + k));
      }
      case "struct": {
        const parts = children.map((child) => ({ name: child.name, ...readColumn(child, batch, dictionaries) }));
        if (parts.some((part) => part.length < length)) throw short();
        return (i) => Object.fromEntries(parts.map((part) => [part.name, part.at(i)]));
      }
    }
  }
}

/** An object from pairs of key and value. */
function recordOf(pairs: readonly Cell[]): Cell {
  return Object.fromEntries(
    pairs
      .filter(isRecord)
      .map((pair) => Object.values(pair))
      .map(([key, value]) => [String(key), value]),
  );
}

function short(): Error {
  return new Error("a column has fewer values than it says");
}

function bit(bytes: Uint8Array, i: number): boolean {
  return ((bytes[i >> 3] >> (i & 7)) & 1) === 1;
}

function validity(bits: Uint8Array, length: number, nulls: number): (i: number) => boolean {
  if (bits.length === 0 && nulls === 0) return () => true;
  if (bits.length * 8 < length) throw short();
  return (i) => bit(bits, i);
}

function fixed(bytes: Uint8Array, length: number, width: number): { bytes: Uint8Array; view: DataView } {
  if (bytes.length < length * width) throw short();
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

function integers({ view }: { view: DataView }, width: number, signed: boolean): (i: number) => number | bigint {
  switch (width) {
    case 1:
      return signed ? (i) => view.getInt8(i) : (i) => view.getUint8(i);
    case 2:
      return signed ? (i) => view.getInt16(2 * i, true) : (i) => view.getUint16(2 * i, true);
    case 4:
      return signed ? (i) => view.getInt32(4 * i, true) : (i) => view.getUint32(4 * i, true);
    default:
      return signed ? (i) => view.getBigInt64(8 * i, true) : (i) => view.getBigUint64(8 * i, true);
  }
}

function bigIntegers({ view }: { view: DataView }, width: number): (i: number) => bigint {
  if (width === 4) return (i) => BigInt(view.getInt32(4 * i, true));
  return (i) => {
    let value = view.getBigInt64(i * width + width - 8, true);
    for (let at = width - 16; at >= 0; at -= 8) value = (value << 64n) | view.getBigUint64(i * width + at, true);
    return value;
  };
}

function floats({ view }: { view: DataView }, width: number): (i: number) => number {
  if (width === 8) return (i) => view.getFloat64(8 * i, true);
  if (width === 4) return (i) => view.getFloat32(4 * i, true);
  return (i) => half(view.getUint16(2 * i, true));
}

/** Fractions of a millisecond are cut off; a date that JavaScript cannot hold is missing. */
function dateOf(count: number, perSecond: number): Date | null {
  const milliseconds = perSecond < 1 ? count * Math.round(1000 / perSecond) : Math.floor(count / (perSecond / 1000));
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The first and the last place of each list or text, which follow each other. */
function ranges(bytes: Uint8Array, length: number, large: boolean): (i: number, most: number) => [number, number] {
  const width = large ? 8 : 4;
  // Without values there may be no offset at all.
  const offset = integers(fixed(bytes, length === 0 ? 0 : length + 1, width), width, true);
  return (i, most) => {
    const start = Number(offset(i));
    const end = Number(offset(i + 1));
    if (!(start >= 0 && start <= end && end <= most)) throw short();
    return [start, end];
  };
}

/** Texts of up to 12 bytes within 16 bytes; longer ones in further buffers. */
function views(batch: Batch, length: number): CellAt {
  const { bytes, view } = fixed(batch.buffer(), length, 16);
  const data: Uint8Array[] = [];
  for (let n = batch.variadic(); n > 0; n--) data.push(batch.buffer());
  let left = 2 ** 26 + VIEWED * batch.size;
  return (i) => {
    const size = view.getInt32(16 * i, true);
    if (size >= 0 && size <= 12) return decoded(bytes.subarray(16 * i + 4, 16 * i + 4 + size));
    const source = data[view.getInt32(16 * i + 8, true)];
    const start = view.getInt32(16 * i + 12, true);
    left -= size;
    if (source === undefined || !(size >= 0 && start >= 0 && start + size <= source.length) || left < 0) throw short();
    return decoded(source.subarray(start, start + size));
  };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}
