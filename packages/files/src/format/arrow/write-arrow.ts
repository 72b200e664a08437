import type { TypedColumn } from "../table/typed-columns.js";
import { joinedBytes } from "../text/source.js";
import { type FlatFields, flatBuffer } from "./flatbuffer-writer.js";

/** How many rows go into a batch. */
const BATCH_ROWS = 2 ** 16;
/** Arrow's number for its present version, the fifth. */
const VERSION = { short: 4 };
const MAGIC = new TextEncoder().encode("ARROW1");
const SCHEMA = 1;
const ROWS = 3;

/**
 * Writes columns as an Arrow IPC file, which Feather is: numbers as doubles, booleans and texts,
 * each with nulls, uncompressed.
 */
export function* writeArrow(columns: readonly TypedColumn[]): Generator<Uint8Array> {
  const schema: FlatFields = { 0: { short: 0 }, 1: { tables: columns.map(fieldOf) } };
  const start = encapsulated(SCHEMA, schema, 0);
  yield joinedBytes([MAGIC, new Uint8Array(2), start]);
  let at = 8 + start.length;
  const blocks: number[] = [];
  const rows = columns[0]?.values.length ?? 0;
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const length = Math.min(BATCH_ROWS, rows - from);
    const parts = columns.map((column) => partOf(column, from, length));
    const body = joinedBytes(parts.flatMap(({ buffers }) => buffers.map(padded)));
    let offset = 0;
    const places = parts.flatMap(({ buffers }) =>
      buffers.flatMap((buffer) => {
        const place = [offset, buffer.length];
        offset += padded(buffer).length;
        return place;
      }),
    );
    const nodes = parts.flatMap(({ nulls }) => [length, nulls]);
    const batch: FlatFields = { 0: { long: length }, 1: { longs: nodes, each: 2 }, 2: { longs: places, each: 2 } };
    const head = encapsulated(ROWS, batch, body.length);
    yield head;
    yield body;
    // The length of the head is a 32-bit number, followed by four bytes of nothing.
    blocks.push(at, head.length, body.length);
    at += head.length + body.length;
  }
  const footer = flatBuffer({ 0: VERSION, 1: { table: schema }, 2: NONE, 3: { longs: blocks, each: 3 } });
  const end = new Uint8Array(4);
  new DataView(end.buffer).setInt32(0, footer.length, true);
  yield joinedBytes([END, footer, end, MAGIC]);
}

const NONE = { longs: [], each: 3 };
/** The end of the stream inside the file. */
const END = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

function fieldOf({ name, type }: TypedColumn): FlatFields {
  const [number, details]: [number, FlatFields] =
    type === "number" ? [3, { 0: { short: 2 } }] : type === "boolean" ? [6, {}] : [5, {}];
  return {
    0: { text: name },
    1: { byte: 1 },
    2: { byte: number },
    3: { table: details },
    5: { tables: [] },
  };
}

/** A message: a mark, the length of its head, and its head. */
function encapsulated(kind: number, header: FlatFields, body: number): Uint8Array {
  const message = flatBuffer({ 0: VERSION, 1: { byte: kind }, 2: { table: header }, 3: { long: body } });
  const start = new Uint8Array(8);
  const view = new DataView(start.buffer);
  view.setInt32(0, -1, true);
  view.setInt32(4, message.length, true);
  return joinedBytes([start, message]);
}

function partOf({ type, values: all }: TypedColumn, from: number, length: number) {
  const values = all.slice(from, from + length);
  const nulls = values.reduce<number>((sum, value) => sum + (value === null ? 1 : 0), 0);
  const valid = nulls === 0 ? new Uint8Array(0) : bits(values.map((value) => value !== null));
  if (type === "number") return { nulls, buffers: [valid, doubles(values.map(Number))] };
  if (type === "boolean") return { nulls, buffers: [valid, bits(values.map((value) => value === true))] };
  const texts = values.map((value) => new TextEncoder().encode(value === null ? "" : String(value)));
  const offsets = new DataView(new ArrayBuffer(4 * (length + 1)));
  let end = 0;
  texts.forEach((text, i) => {
    end += text.length;
    offsets.setInt32(4 * (i + 1), end, true);
  });
  return { nulls, buffers: [valid, new Uint8Array(offsets.buffer), joinedBytes(texts)] };
}

function bits(values: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, i) => {
    if (value) bytes[i >> 3] |= 1 << (i & 7);
  });
  return bytes;
}

function doubles(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, i) => {
    view.setFloat64(8 * i, value, true);
  });
  return new Uint8Array(view.buffer);
}

function padded(bytes: Uint8Array): Uint8Array {
  return bytes.length % 8 === 0 ? bytes : joinedBytes([bytes, new Uint8Array(8 - (bytes.length % 8))]);
}
