import { inflateRawSync } from "node:zlib";
import { crc32, InputError } from "@bagwise/core/base";
import { packedBytes, type ZipEntry, zipEntries } from "@bagwise/files/formats";

/** Nothing that we fetch is larger than this when unpacked, all its files together. */
export const LARGEST_UNPACKED = 2 ** 28;

/**
 * The files of a ZIP archive by name, unpacked and checked against their CRC-32. Folders are left
 * out. Stored and deflated entries only; no encryption. What is damaged, cut off or beyond that is
 * an InputError.
 */
export function unzip(bytes: Uint8Array, { name: file = "the ZIP file" } = {}): Map<string, Uint8Array> {
  try {
    const entries = zipEntries(bytes);
    if (entries.reduce((sum, { size }) => sum + size, 0) > LARGEST_UNPACKED) throw new Error("its files are too large");
    return new Map(entries.map((entry) => [entry.name, content(bytes, entry)]));
  } catch (error) {
    throw new InputError({
      code: "zip",
      message: error instanceof Error ? error.message : String(error),
      remedy: "Fetch it again.",
      where: { file },
    });
  }
}

function content(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const { name, encrypted, method, crc, size } = entry;
  if (encrypted) throw new Error(`its entry ${name} is encrypted`);
  const raw = packedBytes(bytes, entry);
  if (method !== 0 && method !== 8) throw new Error(`its entry ${name} is packed in an unknown way (${method})`);
  const found = method === 0 ? raw : inflated(raw, size);
  if (found.length !== size || crc32(found) !== crc) throw new Error(`its entry ${name} does not match its checksum`);
  return found;
}

function inflated(raw: Uint8Array, size: number): Uint8Array {
  try {
    return new Uint8Array(inflateRawSync(raw, { maxOutputLength: Math.max(1, size) }));
  } catch {
    // Bits that no deflater writes.
    throw new Error("it is damaged or cut off");
  }
}
