import type { ByteReader } from "./byte-reader.js";

/**
 * Fills the output with small numbers of so many bits, stored as runs: one number repeated, or
 * numbers packed side by side. Levels and the numbers of dictionary entries are stored so. Throws an
 * Error for a run that is longer than the output.
 */
export function readHybrid(reader: ByteReader, width: number, output: Uint8Array | Uint32Array): void {
  if (width > 32) throw new Error(`numbers of ${width} bits are unknown`);
  // One value only: some writers store the run, some nothing.
  if (width === 0) return;
  for (let at = 0; at < output.length; ) {
    const header = reader.varint();
    const count = Math.floor(header / 2);
    if (header % 2 === 0) {
      let value = 0;
      for (let i = 0; i < width; i += 8) value += reader.byte() * 2 ** i;
      if (count > output.length - at || count === 0) throw new Error("a run is longer than its page");
      output.fill(value, at, at + count);
      at += count;
    } else {
      // The last groups of eight are filled up with numbers that do not count; DuckDB writes 32 at a time.
      const used = Math.min(count * 8, output.length - at);
      if (count === 0) throw new Error("a run is longer than its page");
      readPacked(reader.take(Math.min(count * width, reader.left)), width, output, at, used);
      at += used;
    }
  }
}

/** Numbers side by side, the lowest bit first. */
function readPacked(bytes: Uint8Array, width: number, output: Uint8Array | Uint32Array, at: number, count: number) {
  if (count * width > bytes.length * 8) throw new Error("a run has fewer bytes than numbers");
  if (width === 1) {
    for (let i = 0; i < count; i++) output[at + i] = (bytes[i >> 3] >> (i & 7)) & 1;
    return;
  }
  let waiting = 0;
  let bits = 0;
  let next = 0;
  // Up to 39 bits wait: more than the bit operations of JavaScript hold.
  const size = 2 ** width;
  for (let i = 0; i < count; i++) {
    for (; bits < width; bits += 8) waiting += bytes[next++] * 2 ** bits;
    const value = waiting % size;
    output[at + i] = value;
    waiting = (waiting - value) / size;
    bits -= width;
  }
}
