import { ByteReader } from "../byte-reader.js";
import { copyBack, tooMuch } from "./copy-back.js";

/**
 * Unpacks an LZ4 block (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md) that must give
 * this many bytes. Throws an Error where it is damaged.
 */
export function unpackLz4(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  unpackBlock(input, output);
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
    unpackBlock(packed, output.subarray(at, at + length));
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

function unpackBlock(input: Uint8Array, output: Uint8Array): void {
  const reader = new ByteReader(input);
  let at = 0;
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
  if (at !== output.length) throw new Error("the packed data end too early");
}

/** 15 means that more bytes follow, up to one that is not 255. */
function longLength(reader: ByteReader, start: number): number {
  let length = start;
  if (start === 15) for (let byte = 255; byte === 255; length += byte) byte = reader.byte();
  return length;
}
