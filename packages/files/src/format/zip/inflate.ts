import { crc32, quote } from "@bagwise/core/base";
import { packedBytes, type ZipEntry } from "./directory.js";

/** A part up to this size may be packed as tightly as it likes. */
const FREE = 2 ** 26;
/** How much larger than its packed bytes a part beyond that may be: a table of zeros stays below 100. */
const RATIO = 250;

/**
 * The content of an entry, unpacked piece by piece and checked against its size and CRC-32. Never
 * holds more than a piece, and stops at the size that the directory says. Throws an Error about an
 * entry that is damaged, encrypted or suspiciously small.
 */
export async function* entryPieces(bytes: Uint8Array, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { name, encrypted, method, size } = entry;
  if (encrypted) throw new Error(`its part ${quote(name)} is encrypted`);
  if (method !== 0 && method !== 8) throw new Error(`its part ${quote(name)} is packed in an unknown way (${method})`);
  const raw = packedBytes(bytes, entry);
  if (size > FREE && size > RATIO * raw.length)
    throw new Error(`its part ${quote(name)} claims to unpack to ${size} bytes`);
  let length = 0;
  let crc = 0;
  for await (const piece of method === 0 ? [raw] : inflated(raw, name)) {
    length += piece.length;
    if (length > size) break;
    crc = crc32(piece, crc);
    yield piece;
  }
  if (length !== size || crc !== entry.crc) throw new Error(`its part ${quote(name)} does not match its checksum`);
}

async function* inflated(raw: Uint8Array, name: string): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  const feeding = writer.write(raw.slice()).then(() => writer.close());
  // The same failure comes out of the other end.
  feeding.catch(() => undefined);
  const reader = stream.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    throw new Error(`its part ${quote(name)} is damaged`);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
