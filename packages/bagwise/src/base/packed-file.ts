import { InputError, quote } from "./errors.js";

/** A named matrix, row by row. */
export interface NumberTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/** What a packed file holds: what it is, in which version of its layout, a header of plain JSON and tables of numbers. */
export interface Packed {
  /** Such as "model" or "problem". */
  readonly kind: string;
  readonly formatVersion: number;
  readonly header: unknown;
  readonly tables: readonly NumberTable[];
}

/** "bagwise" and a line feed; what follows is two 32-bit numbers, JSON, and float64, all little-endian. */
const MAGIC = Uint8Array.from([0x62, 0x61, 0x67, 0x77, 0x69, 0x73, 0x65, 0x0a]);
const PREFIX = 16;

/** Up to so many numbers a file is plain JSON unless it is asked to be binary. */
const SMALL = 512;

/**
 * Packs header and tables into the bytes of one file.
 *
 * `binary`: magic, the length of the JSON, a CRC-32 of all that follows, JSON padded to 8 bytes, float64 payload. `json`: one JSON object with
 * the same content and checksum, numbers as shortest decimals, which read back to the same bits. Default `auto`: json when small.
 */
export function encodePacked(
  packed: Packed,
  { form = "auto" }: { form?: "auto" | "binary" | "json" } = {},
): Uint8Array {
  const numbers = packed.tables.reduce((sum, { data }) => sum + data.length, 0);
  const shapes = packed.tables.map(({ name, rows, columns }) => ({ name, rows, columns }));
  if (form === "json" || (form === "auto" && numbers <= SMALL)) {
    const tables = packed.tables.map(({ data }, i) => ({ ...shapes[i], data: Array.from(data, exactNumber) }));
    const content = { kind: packed.kind, formatVersion: packed.formatVersion, header: packed.header, tables };
    const checksum = crc32(new TextEncoder().encode(JSON.stringify(content)));
    return new TextEncoder().encode(`${JSON.stringify({ bagwise: packed.kind, checksum, ...content }, null, 1)}\n`);
  }
  const json = new TextEncoder().encode(
    JSON.stringify({ kind: packed.kind, formatVersion: packed.formatVersion, header: packed.header, tables: shapes }),
  );
  const start = PREFIX + Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(start + 8 * numbers).fill(0x20, PREFIX, start);
  bytes.set(MAGIC);
  bytes.set(json, PREFIX);
  const view = new DataView(bytes.buffer);
  let at = start;
  for (const { data } of packed.tables) for (const value of data) view.setFloat64((at += 8) - 8, value, true);
  view.setUint32(8, start - PREFIX, true);
  view.setUint32(12, crc32(bytes.subarray(PREFIX)), true);
  return bytes;
}

/** Reads back what `encodePacked` made. A file of another kind, newer, truncated or changed is an InputError that says so. */
export function decodePacked(
  bytes: Uint8Array,
  { kind, newest, file }: { kind: string; newest: number; file: string },
): Packed {
  const wrong = (code: string, message: string, remedy: string) =>
    new InputError({ code, message, remedy, where: { file } });
  const damaged = (message: string) => wrong("damaged", message, "Copy the file again, or make it anew.");
  const binary = MAGIC.every((byte, i) => bytes[i] === byte);
  if (!binary && bytes[0] !== 0x7b)
    throw wrong("not-packed", `this is no ${kind} file of bagwise`, `Name a file that bagwise wrote as a ${kind}.`);
  const packed = binary ? fromBinary(bytes, damaged) : fromJson(bytes, damaged);
  if (packed.kind !== kind)
    throw wrong(
      "other-kind",
      `this is a ${quote(String(packed.kind))} file, not a ${kind}`,
      `Name a file that bagwise wrote as a ${kind}.`,
    );
  if (!(Number.isInteger(packed.formatVersion) && packed.formatVersion >= 1))
    throw damaged("the version of its layout is missing");
  if (packed.formatVersion > newest) {
    throw wrong(
      "newer",
      `the file was written by a newer bagwise (layout ${packed.formatVersion}; this one knows up to ${newest})`,
      "Update bagwise.",
    );
  }
  return packed;
}

type Damaged = (message: string) => InputError;

function fromBinary(bytes: Uint8Array, damaged: Damaged): Packed {
  if (bytes.length < PREFIX) throw damaged("the file ends too early");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = PREFIX + view.getUint32(8, true);
  if (start > bytes.length) throw damaged("the file ends too early");
  const content = parseObject(bytes.subarray(PREFIX, start), damaged);
  const shapes = shapesOf(content, damaged);
  const numbers = shapes.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (bytes.length !== start + 8 * numbers)
    throw damaged(`the file should have ${start + 8 * numbers} bytes but has ${bytes.length}`);
  if (crc32(bytes.subarray(PREFIX)) !== view.getUint32(12, true))
    throw damaged("the content does not match its checksum");
  let at = start;
  const tables = shapes.map((shape) => {
    const data = Float64Array.from({ length: shape.rows * shape.columns }, (_, k) => view.getFloat64(at + 8 * k, true));
    at += 8 * data.length;
    return { ...shape, data };
  });
  return { kind: String(content.kind), formatVersion: Number(content.formatVersion), header: content.header, tables };
}

function fromJson(bytes: Uint8Array, damaged: Damaged): Packed {
  const { kind, formatVersion, header, tables, checksum } = parseObject(bytes, damaged);
  if (kind === undefined || header === undefined || !Array.isArray(tables))
    throw damaged("the file is JSON, but not of bagwise");
  if (crc32(new TextEncoder().encode(JSON.stringify({ kind, formatVersion, header, tables }))) !== checksum) {
    throw damaged("the content does not match its checksum");
  }
  const shapes = shapesOf({ tables }, damaged);
  return {
    kind: String(kind),
    formatVersion: Number(formatVersion),
    header,
    tables: shapes.map((shape, i) => {
      const data = Float64Array.from(tables[i].data, Number);
      if (data.length !== shape.rows * shape.columns)
        throw damaged(`the table ${quote(shape.name)} has ${data.length} numbers`);
      return { ...shape, data };
    }),
  };
}

function parseObject(bytes: Uint8Array, damaged: Damaged): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below: whatever the reason, the file cannot be used.
  }
  throw damaged("the header cannot be read");
}

function shapesOf(
  { tables }: Record<string, unknown>,
  damaged: Damaged,
): { name: string; rows: number; columns: number }[] {
  if (!Array.isArray(tables)) throw damaged("the list of tables is missing");
  return tables.map((table: unknown) => {
    const { name, rows, columns } = (table ?? {}) as Record<string, unknown>;
    const whole = (n: unknown): n is number => typeof n === "number" && Number.isInteger(n) && n >= 0 && n < 2 ** 32;
    if (typeof name !== "string" || !whole(rows) || !whole(columns))
      throw damaged("the shape of a table cannot be read");
    return { name, rows, columns };
  });
}

/** JSON has no -0, NaN or Infinity; as text they survive. */
function exactNumber(value: number): number | string {
  return Object.is(value, -0) ? "-0" : Number.isFinite(value) ? value : String(value);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** The CRC-32 of zlib, PNG and gzip. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
