import { half, hexadecimal } from "./byte-reader.js";
import type { Leaf } from "./schema.js";
import { utf8 } from "./thrift.js";
import type { Raw } from "./values.js";

/** Values as the readers of cells take them: numbers, texts, booleans, big integers. */
export type ColumnValues = ArrayLike<unknown>;

/** The largest decimal that is read; databases stop at 38 or 76 digits. */
const LONGEST_DECIMAL = 64;

/** Turns stored values into what they stand for. Throws an Error where that is impossible. */
export function withMeaning(raw: Raw, { type, node }: Leaf): ColumnValues {
  const { meaning } = node;
  switch (meaning.kind) {
    case "text":
      if (isBytes(raw)) return raw.map(utf8);
      break;
    case "decimal":
      if (type === "INT32" || type === "INT64" || isBytes(raw)) {
        return Array.from<unknown, number>(raw, (value) => decimal(value, meaning.scale));
      }
      break;
    case "unsigned":
      if (raw instanceof Int32Array) return new Uint32Array(raw.buffer);
      if (raw instanceof BigInt64Array) return new BigUint64Array(raw.buffer);
      break;
    case "integer":
      if (type === "INT32" || type === "INT64") return raw;
      break;
    case "float16":
      if (isBytes(raw) && node.width === 2) return raw.map((bytes) => half(bytes[0] | (bytes[1] << 8)));
      break;
    case "uuid":
      if (isBytes(raw) && node.width === 16) return raw.map(uuid);
      break;
    case "date":
      if (raw instanceof Int32Array)
        return Array.from(raw, (days) => time(BigInt(days) * 86_400_000n, 3).replace(/T.*/, ""));
      break;
    case "timestamp":
      if (raw instanceof BigInt64Array) return Array.from(raw, (ticks) => time(ticks, meaning.digits));
      if (type === "INT96" && isBytes(raw)) return raw.map((bytes) => time(nanoseconds(bytes), 9));
      break;
    default:
      return isBytes(raw) ? raw.map(textOrDigits) : raw;
  }
  throw new Error(`column ${JSON.stringify(node.name)} of type ${type} cannot be ${meaning.kind}`);
}

function isBytes(raw: Raw): raw is Uint8Array[] {
  return Array.isArray(raw) && (raw.length === 0 || raw[0] instanceof Uint8Array);
}

/** The double that is nearest to the decimal. */
function decimal(value: unknown, scale: number): number {
  return Number(`${value instanceof Uint8Array ? signed(value) : String(value)}e${-scale}`);
}

/** A signed number, the highest byte first. */
function signed(bytes: Uint8Array): bigint {
  if (bytes.length > LONGEST_DECIMAL) throw new Error(`a decimal has ${bytes.length} bytes`);
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x0${hexadecimal(bytes)}`));
}

/** Bytes of which nobody said what they are: text if they can be, else the first of them in hexadecimal. */
function textOrDigits(bytes: Uint8Array): string {
  try {
    return utf8(bytes);
  } catch {
    return `${hexadecimal(bytes.subarray(0, 16))}${bytes.length > 16 ? "…" : ""}`;
  }
}

function uuid(bytes: Uint8Array): string {
  return hexadecimal(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Nanoseconds of the day, then the Julian day: the timestamps of old writers. */
function nanoseconds(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12);
  return (BigInt(view.getInt32(8, true)) - 2_440_588n) * 86_400_000_000_000n + view.getBigInt64(0, true);
}

/** Ticks since 1970 as text, with more than three digits of a second only if there are. */
function time(ticks: bigint, digits: 3 | 6 | 9): string {
  const perMillisecond = 10n ** BigInt(digits - 3);
  const rest = ((ticks % perMillisecond) + perMillisecond) % perMillisecond;
  const date = new Date(Number((ticks - rest) / perMillisecond));
  if (Number.isNaN(date.getTime())) throw new Error("a time lies beyond the calendar");
  const text = date.toISOString();
  return rest === 0n ? text : text.replace("Z", `${String(rest).padStart(digits - 3, "0")}Z`);
}
