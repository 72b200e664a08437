import { ByteReader } from "../byte-reader.js";
import { copyBack, tooMuch } from "./copy-back.js";

/**
 * Unpacks Snappy data (https://github.com/google/snappy/blob/main/format_description.txt) that must
 * give this many bytes, into new memory or that of `room`. Throws an Error where they are damaged.
 */
export function unpackSnappy(
  input: Uint8Array,
  size: number,
  room: (bytes: number) => ArrayBuffer = (bytes) => new ArrayBuffer(bytes),
): Uint8Array {
  const reader = new ByteReader(input);
  if (reader.varint() !== size) throw new Error("the packed data have another size");
  const output = new Uint8Array(room(size), 0, size);
  let at = 0;
  while (reader.left > 0) {
    const tag = reader.byte();
    const kind = tag & 3;
    if (kind === 0) {
      const short = (tag >> 2) + 1;
      const length = short <= 60 ? short : littleEndian(reader, short - 60) + 1;
      if (length > size - at) throw tooMuch();
      output.set(reader.take(length), at);
      at += length;
    } else {
      const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
      const distance = kind === 1 ? ((tag >> 5) << 8) | reader.byte() : littleEndian(reader, kind === 2 ? 2 : 4);
      at = copyBack(output, at, distance, length);
    }
  }
  if (at !== size) throw new Error("the packed data end too early");
  return output;
}

function littleEndian(reader: ByteReader, bytes: number): number {
  let value = 0;
  for (let i = 0; i < bytes; i++) value += reader.byte() * 256 ** i;
  return value;
}
