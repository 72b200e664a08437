import { ByteReader } from "../byte-reader.js";
import { copyBack, tooMuch } from "./copy-back.js";

/**
 * Unpacks an LZ4 block (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md) that must give
 * this many bytes. Throws an Error where it is damaged.
 */
export function unpackLz4(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  checkFull(unpackBlock(input, output, 0), output);
  return output;
}

/**
 * The same for LZ4 frames (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md), whose
 * blocks may refer to blocks before them. Checksums are not verified.
 */
export function unpackLz4Frame(input: Uint8Array, size: number): Uint8Array {
  const reader = new ByteReader(input);
  const output = new Uint8Array(size);
  if (reader.uint32() !== 0x184d2204) throw new Error("the packed data are no LZ4 frame");
  const flags = reader.byte();
  if (flags >> 6 !== 1 || (flags & 1) === 1) throw new Error("the LZ4 frame is of an unknown kind");
  // The largest block, the size of the content, and the checksum of these.
  reader.take(1 + (flags & 8) + 1);
  let at = 0;
  for (let length = reader.uint32(); length !== 0; length = reader.uint32()) {
    const packed = reader.take(length % 2 ** 31);
    if (length < 2 ** 31) at = unpackBlock(packed, output, at);
    else {
      if (packed.length > output.length - at) throw tooMuch();
      output.set(packed, at);
      at += packed.length;
    }
    if ((flags & 16) !== 0) reader.take(4);
  }
  checkFull(at, output);
  return output;
}

/**
 * The same for Parquet's older LZ4: each block follows its unpacked and its packed size, as Hadoop
 * writes it, or there is one plain block.
 */
export function unpackHadoopLz4(input: Uint8Array, size: number): Uint8Array {
  const blocks = hadoopBlocks(input, size);
  if (blocks === undefined) return unpackLz4(input, size);
  const output = new Uint8Array(size);
  let at = 0;
  for (const { packed, length } of blocks) {
    const part = output.subarray(at, at + length);
    checkFull(unpackBlock(packed, part, 0), part);
    at += length;
  }
  return output;
}

/** The blocks, if the sizes fit what there is. */
function hadoopBlocks(input: Uint8Array, size: number): { packed: Uint8Array; length: number }[] | undefined {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const blocks: { packed: Uint8Array; length: number }[] = [];
  let total = 0;
  for (let at = 0; at < input.length; ) {
    if (at + 8 > input.length) return undefined;
    const length = view.getUint32(at);
    const end = at + 8 + view.getUint32(at + 4);
    total += length;
    if (end > input.length || total > size) return undefined;
    blocks.push({ packed: input.subarray(at + 8, end), length });
    at = end;
  }
  return total === size ? blocks : undefined;
}

/** Unpacks a block into the output from a place on; returns where it ends. */
function unpackBlock(input: Uint8Array, output: Uint8Array, from: number): number {
  const reader = new ByteReader(input);
  let at = from;
  while (reader.left > 0) {
    const token = reader.byte();
    const literals = longLength(reader, token >> 4);
    if (literals > output.length - at) throw tooMuch();
    output.set(reader.take(literals), at);
    at += literals;
    // The last sequence has no match.
    if (reader.left === 0) break;
    const distance = reader.byte() | (reader.byte() << 8);
    at = copyBack(output, at, distance, longLength(reader, token & 15) + 4);
  }
  return at;
}

function checkFull(at: number, output: Uint8Array): void {
  if (at !== output.length) throw new Error("the packed data end too early");
}

/** 15 means that more bytes follow, up to one that is not 255. */
function longLength(reader: ByteReader, start: number): number {
  let length = start;
  if (start === 15) for (let byte = 255; byte === 255; length += byte) byte = reader.byte();
  return length;
}
