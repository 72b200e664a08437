import { quote } from "@bagwise/core/base";

/** The records of a ZIP file that are read, by the four bytes they start with. */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** The least size of each. */
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
/** The most bytes of a comment after the record at the end. */
const LONGEST_COMMENT = 0xffff;
/** In place of a number that stands in the ZIP64 field instead. */
const ELSEWHERE = 0xffffffff;

/** A file of an archive, as the directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its local record starts. */
  readonly at: number;
}

/**
 * The files of a ZIP archive in the order of its directory, folders left out. Sizes may be those of
 * ZIP64; archives beyond 4 GB are not read. Throws an Error about an archive that is damaged or cut
 * off.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecord(view);
  const total = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let k = 0; k < total; k++) {
    if (at + CENTRAL_SIZE > end || view.getUint32(at, true) !== CENTRAL) throw new Error("its directory is damaged");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const names = at + CENTRAL_SIZE;
    const extra = names + nameLength;
    const [size, packed, start] = longNumbers(
      view,
      [24, 20, 42].map((offset) => view.getUint32(at + offset, true)),
      {
        from: extra,
        to: Math.min(end, extra + extraLength),
      },
    );
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(names, extra)),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      at: start,
    });
    at = extra + extraLength + commentLength;
  }
  return entries.filter(({ name }) => !name.endsWith("/"));
}

/** The bytes of an entry as they are packed. Throws an Error where it is cut off. */
export function packedBytes(bytes: Uint8Array, { name, packed, at }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + LOCAL_SIZE > bytes.length || view.getUint32(at, true) !== LOCAL)
    throw new Error(`its entry ${quote(name)} is damaged`);
  // The lengths of the local record count: they may differ from those of the directory.
  const start = at + LOCAL_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.length) throw new Error(`its entry ${quote(name)} is cut off`);
  return bytes.subarray(start, start + packed);
}

/**
 * Where the end record starts: the last place with its signature whose comment reaches exactly to
 * the end.
 */
function endRecord(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  throw new Error("it is not a ZIP file, or it is cut off");
}

/** Numbers of a directory record, those that do not fit taken from its ZIP64 field, in this order. */
function longNumbers(view: DataView, numbers: readonly number[], { from, to }: { from: number; to: number }): number[] {
  if (!numbers.includes(ELSEWHERE)) return [...numbers];
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    return numbers.map((number) => {
      if (number !== ELSEWHERE) return number;
      if (next + 8 > to) throw new Error("its directory is damaged");
      next += 8;
      return Number(view.getBigUint64(next - 8, true));
    });
  }
  throw new Error("its directory is damaged");
}
