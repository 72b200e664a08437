import { inflateRawSync } from "node:zlib";
import { crc32 } from "../../../../base/crc32.js";
import { InputError } from "../../../../base/errors.js";

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
/** Nothing that we fetch is larger than this when unpacked, all its files together. */
export const LARGEST_UNPACKED = 2 ** 28;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/**
 * The files of a ZIP archive by name, checked against their CRC-32, without folders. Stored and
 * deflated entries only; no encryption, no ZIP64. Anything else is an InputError.
 */
export function unzip(bytes: Uint8Array, { name: file = "the ZIP file" } = {}): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const files = new Map<string, Uint8Array>();
    let total = 0;
    for (const entry of entries(bytes, view)) {
      total += entry.size;
      if (total > LARGEST_UNPACKED) throw damaged("its files are too large");
      if (!entry.name.endsWith("/")) files.set(entry.name, content(bytes, view, entry));
    }
    return files;
  } catch (error) {
    if (error instanceof InputError) throw error.at({ file });
    // A place outside of the file, or bits that no deflater writes.
    throw damaged("it is damaged or cut off").at({ file });
  }
}

function* entries(bytes: Uint8Array, view: DataView): Generator<Entry> {
  const end = endRecord(view);
  const total = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let k = 0; k < total; k++) {
    if (view.getUint32(at, true) !== CENTRAL) throw damaged("its directory is damaged");
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [nameLength] = lengths;
    const flags = view.getUint16(at + 8, true);
    const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength));
    if (flags & 1) throw damaged(`its entry ${name} is encrypted`);
    yield {
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at += CENTRAL_SIZE + lengths.reduce((sum, length) => sum + length, 0);
  }
}

/** The last place with its signature whose comment reaches exactly to the end. */
function endRecord(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  throw damaged("it is not a ZIP file, or it is cut off");
}

function content(bytes: Uint8Array, view: DataView, { name, method, crc, packed, size, at }: Entry): Uint8Array {
  if (view.getUint32(at, true) !== LOCAL) throw damaged(`its entry ${name} is damaged`);
  // The lengths of the local record count: they may differ from those of the directory.
  const start = at + LOCAL_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const raw = bytes.subarray(start, start + packed);
  if (raw.length < packed) throw damaged(`its entry ${name} is cut off`);
  if (method !== 0 && method !== 8) throw damaged(`its entry ${name} is packed in an unknown way (${method})`);
  const found = method === 0 ? raw : new Uint8Array(inflateRawSync(raw, { maxOutputLength: Math.max(1, size) }));
  if (found.length !== size || crc32(found) !== crc) throw damaged(`its entry ${name} does not match its checksum`);
  return found;
}

function damaged(message: string): InputError {
  return new InputError({ code: "zip", message, remedy: "Fetch it again." });
}
