import type { ErrorCode } from "./codes/catalogue.js";
import { crc32 } from "./crc32.js";
import { InputError, quote } from "./errors.js";
import { fromExactJson, toExactJson } from "./exact-json.js";

/** A named matrix, row by row. */
export interface NumberTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/**
 * What a packed file holds: its kind, the version of its layout, a header of plain JSON, and tables
 * of numbers.
 */
export interface Packed {
  /** Such as "model" or "problem". */
  readonly kind: string;
  readonly formatVersion: number;
  /** Plain data; NaN, the infinities and -0 survive. */
  readonly header: unknown;
  readonly tables: readonly NumberTable[];
}

/**
 * "bagwise" and a line feed. Two 32-bit numbers, JSON and float64 follow, all little-endian.
 */
const MAGIC = Uint8Array.from([0x62, 0x61, 0x67, 0x77, 0x69, 0x73, 0x65, 0x0a]);
const PREFIX = 16;

/** How the JSON form ends. The checksum covers all bytes before. */
const ENDING = /,"checksum":(0|[1-9]\d{0,9})\}$/;
/** The most bytes an ending can have. */
const LONGEST_ENDING = 24;

/** Up to this many numbers a file is plain JSON, unless you ask for binary. */
const SMALL = 512;

/**
 * Packs header and tables into the bytes of one file.
 *
 * `binary`: magic, the length of the JSON, a CRC-32 of all that follows, JSON padded to 8 bytes,
 * float64 payload. `json`: one line of JSON with the same content, numbers as the shortest decimals
 * that read back to the same bits, and the CRC-32 at the end. Default `auto`: json if small.
 */
export function encodePacked(
  { kind, formatVersion, header, tables }: Packed,
  { form = "auto" }: { form?: "auto" | "binary" | "json" } = {},
): Uint8Array {
  const numbers = tables.reduce((sum, { data }) => sum + data.length, 0);
  const shapes = tables.map(({ name, rows, columns }) => ({ name, rows, columns }));
  const json = (listed: readonly object[]) =>
    new TextEncoder().encode(toExactJson({ bagwise: kind, formatVersion, header, tables: listed }));
  if (form === "json" || (form === "auto" && numbers <= SMALL)) {
    const body = json(tables.map(({ data }, i) => ({ ...shapes[i], data: Array.from(data) }))).slice(0, -1);
    return joined(body, new TextEncoder().encode(`,"checksum":${crc32(body)}}`));
  }
  const head = json(shapes);
  const start = PREFIX + Math.ceil(head.length / 8) * 8;
  const bytes = new Uint8Array(start + 8 * numbers).fill(0x20, PREFIX, start);
  bytes.set(MAGIC);
  bytes.set(head, PREFIX);
  const view = new DataView(bytes.buffer);
  let at = start;
  for (const { data } of tables) {
    for (const value of data) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  view.setUint32(8, start - PREFIX, true);
  view.setUint32(12, crc32(bytes.subarray(PREFIX)), true);
  return bytes;
}

/**
 * Reads back what `encodePacked` made. Throws an InputError for a file that is of another kind,
 * newer, cut off or changed.
 */
export function decodePacked(
  bytes: Uint8Array,
  { kind, newest, file }: { kind: string; newest: number; file: string },
): Packed {
  const wrong = (code: ErrorCode, message: string, remedy: string) =>
    new InputError({ code, message, remedy, where: { file } });
  const damaged = (message: string) => wrong("damaged", message, "Copy the file again, or create it anew.");
  const binary = MAGIC.every((byte, i) => bytes[i] === byte);
  if (!binary && bytes[0] !== 0x7b)
    throw wrong("not-packed", `this is no ${kind} file of bagwise`, `Name a file that bagwise wrote as a ${kind}.`);
  const { content, tables } = binary ? openBinary(bytes, damaged) : openJson(bytes, damaged);
  const { bagwise: found, formatVersion, header } = content;
  if (typeof found !== "string") throw damaged("the file is JSON, but not of bagwise");
  if (found !== kind)
    throw wrong(
      "other-kind",
      `this is a ${quote(found)} file, not a ${kind}`,
      `Name a file that bagwise wrote as a ${kind}.`,
    );
  if (!(typeof formatVersion === "number" && Number.isInteger(formatVersion) && formatVersion >= 1))
    throw damaged("the version of its layout is missing");
  // First, because a newer layout may have changed all the rest.
  if (formatVersion > newest) {
    throw wrong(
      "newer",
      `the file was written by a newer bagwise (layout ${formatVersion}; this one knows up to ${newest})`,
      "Update bagwise.",
    );
  }
  return { kind, formatVersion, header, tables: tables() };
}

type Damaged = (message: string) => InputError;

/** The JSON of a file, and a function that checks the rest and returns the tables. */
interface Opened {
  readonly content: Record<string, unknown>;
  tables(): NumberTable[];
}

function openBinary(bytes: Uint8Array, damaged: Damaged): Opened {
  if (bytes.length < PREFIX) throw damaged("the file ends too early");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = PREFIX + view.getUint32(8, true);
  if (start > bytes.length) throw damaged("the file ends too early");
  const content = parseObject(bytes.subarray(PREFIX, start), damaged);
  const tables = () => {
    const shapes = tablesIn(content, damaged);
    const numbers = shapes.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
    if (bytes.length !== start + 8 * numbers)
      throw damaged(`the file should have ${start + 8 * numbers} bytes but has ${bytes.length}`);
    if (crc32(bytes.subarray(PREFIX)) !== view.getUint32(12, true))
      throw damaged("the content does not match its checksum");
    let at = start;
    return shapes.map(({ name, rows, columns }) => {
      const data = new Float64Array(rows * columns);
      for (let k = 0; k < data.length; k++, at += 8) data[k] = view.getFloat64(at, true);
      return { name, rows, columns, data };
    });
  };
  return { content, tables };
}

function openJson(bytes: Uint8Array, damaged: Damaged): Opened {
  const content = parseObject(bytes, damaged);
  const tables = () => {
    const [ending, checksum] = ENDING.exec(new TextDecoder().decode(bytes.subarray(-LONGEST_ENDING))) ?? ["", ""];
    if (ending === "" || crc32(bytes.subarray(0, bytes.length - ending.length)) !== Number(checksum))
      throw damaged("the content does not match its checksum");
    return tablesIn(content, damaged).map(({ name, rows, columns, data }) => {
      if (!Array.isArray(data) || data.length !== rows * columns || !data.every((each) => typeof each === "number"))
        throw damaged(`the table ${quote(name)} does not have ${rows} x ${columns} numbers`);
      return { name, rows, columns, data: Float64Array.from(data) };
    });
  };
  return { content, tables };
}

function parseObject(bytes: Uint8Array, damaged: Damaged): Record<string, unknown> {
  try {
    const value = fromExactJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Whatever the reason, the file cannot be used; the error below says so.
  }
  throw damaged("the header cannot be read");
}

/** The tables that the JSON lists, with checked names and shapes. */
function tablesIn(
  { tables }: Record<string, unknown>,
  damaged: Damaged,
): { name: string; rows: number; columns: number; data?: unknown }[] {
  if (!Array.isArray(tables)) throw damaged("the list of tables is missing");
  return tables.map((table: unknown) => {
    const { name, rows, columns, data } = (table ?? {}) as Record<string, unknown>;
    const whole = (n: unknown): n is number => typeof n === "number" && Number.isInteger(n) && n >= 0 && n < 2 ** 32;
    if (typeof name !== "string" || !whole(rows) || !whole(columns))
      throw damaged("the shape of a table cannot be read");
    return { name, rows, columns, data };
  });
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
