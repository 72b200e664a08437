import type { ByteReader } from "./byte-reader.js";

/** Writers use blocks of 128 or 256 differences; this bounds what a damaged header can claim. */
const LARGEST_BLOCK = 2 ** 16;

/** Reads whole numbers of 32 bits that are stored as packed differences. */
export function readDelta32(reader: ByteReader, count: number): Int32Array {
  const output = new Int32Array(count);
  readDeltas(reader, count, 32, (i, value) => {
    output[i] = Number(value);
  });
  return output;
}

/** The same with 64 bits. */
export function readDelta64(reader: ByteReader, count: number): BigInt64Array {
  const output = new BigInt64Array(count);
  readDeltas(reader, count, 64, (i, value) => {
    output[i] = value;
  });
  return output;
}

/**
 * Blocks, each with its smallest difference; in a block, parts whose differences beyond the smallest
 * are packed with the same number of bits.
 */
function readDeltas(reader: ByteReader, count: number, bits: 32 | 64, put: (i: number, value: bigint) => void): void {
  const block = reader.varint();
  const parts = reader.varint();
  const total = reader.varint();
  if (total !== count) throw new Error(`a page has ${total} values, not ${count}`);
  const first = reader.bigZigzag();
  const size = block / parts;
  if (block > LARGEST_BLOCK || !Number.isInteger(size) || size === 0 || size % 8 !== 0) {
    throw new Error(`blocks of ${block} differences in ${parts} parts are unknown`);
  }
  if (count > 0) put(0, BigInt.asIntN(bits, first));
  let value = first;
  for (let at = 1; at < count; ) {
    const smallest = reader.bigZigzag();
    const widths = reader.take(parts);
    for (let part = 0; part < parts && at < count; part++) {
      const width = widths[part];
      if (width > bits + 1) throw new Error(`differences of ${width} bits are unknown`);
      const used = Math.min(size, count - at);
      const next = unpacked(reader.take((size / 8) * width), width);
      for (let i = 0; i < used; i++) {
        value = BigInt.asIntN(bits, value + smallest + next());
        put(at++, value);
      }
    }
  }
}

/** Gives one packed number after the other. */
function unpacked(bytes: Uint8Array, width: number): () => bigint {
  if (width <= 32) {
    let waiting = 0;
    let ready = 0;
    let at = 0;
    const size = 2 ** width;
    return () => {
      for (; ready < width; ready += 8) waiting += bytes[at++] * 2 ** ready;
      const value = waiting % size;
      waiting = (waiting - value) / size;
      ready -= width;
      return BigInt(value);
    };
  }
  let bit = 0;
  return () => {
    let value = 0n;
    const from = bit >> 3;
    const to = (bit + width + 7) >> 3;
    for (let i = to - 1; i >= from; i--) value = (value << 8n) | BigInt(bytes[i]);
    value >>= BigInt(bit & 7);
    bit += width;
    return BigInt.asUintN(width, value);
  };
}
