import { InputError } from "@bagwise/core/base";
import { LARGEST_UNPACKED } from "./zip.js";

const MAGIC = [0x1f, 0x9d];
const HEADER = 3;
const FIRST_WIDTH = 9;
const WIDEST = 16;
/** In block mode this code empties the table. */
const CLEAR = 256;

/** Whether bytes start as a file of Unix `compress`, `.Z`, does. */
export function isCompressed(bytes: Uint8Array): boolean {
  return bytes[0] === MAGIC[0] && bytes[1] === MAGIC[1];
}

/**
 * Unpacks a file of Unix `compress` (`.Z`): LZW (Welch 1984) with codes of 9 to 16 bits, least
 * significant bit first, in groups of eight; at each change of width the rest of the group is
 * skipped. Files with codes of 9 bits only are refused: programs do not agree on them. Without
 * length and checksum, a file that is cut off gives the part that is there.
 */
export function uncompress(bytes: Uint8Array, { name: file = "the .Z file" } = {}): Uint8Array {
  const flags = bytes[2];
  const maxWidth = flags & 0x1f;
  if (!isCompressed(bytes) || bytes.length < HEADER || maxWidth <= FIRST_WIDTH || maxWidth > WIDEST)
    throw broken("it is not a file of Unix compress", file);
  const blockMode = (flags & 0x80) !== 0;
  const first = blockMode ? CLEAR + 1 : CLEAR;
  const prefix = new Uint16Array(2 ** maxWidth);
  const suffix = new Uint8Array(2 ** maxWidth);
  const stack = new Uint8Array(2 ** maxWidth + 1);
  let out = new Uint8Array(4 * bytes.length + 16);
  let length = 0;
  let width = FIRST_WIDTH;
  let free = first;
  let previous = -1;
  let firstByte = 0;
  /** Bits from the start of the file, and where the codes of this width began. */
  let at = 8 * HEADER;
  let began = at;
  const changeWidth = (next: number) => {
    const group = 8 * width;
    at = began + Math.ceil((at - began) / group) * group;
    began = at;
    width = next;
  };

  for (;;) {
    if (free === 2 ** width && width < maxWidth) changeWidth(width + 1);
    if (at + width > 8 * bytes.length) return out.slice(0, length);
    const code = readCode(bytes, at, width);
    at += width;
    if (blockMode && code === CLEAR) {
      changeWidth(FIRST_WIDTH);
      free = first;
      previous = -1;
      continue;
    }
    // The one code that is not in the table yet is the entry that this very step makes.
    if (code > free || (code === free && previous < 0) || (previous < 0 && code > 255))
      throw broken("it is damaged", file);
    let depth = 0;
    let link = code;
    if (code === free) {
      stack[depth++] = firstByte;
      link = previous;
    }
    while (link > 255) {
      stack[depth++] = suffix[link];
      link = prefix[link];
    }
    firstByte = link;
    if (length + depth >= LARGEST_UNPACKED) throw broken("its content is too large", file);
    if (length + depth + 1 > out.length) out = grown(out, length + depth + 1);
    out[length++] = firstByte;
    while (depth > 0) out[length++] = stack[--depth];
    if (previous >= 0 && free < 2 ** maxWidth) {
      prefix[free] = previous;
      suffix[free++] = firstByte;
    }
    previous = code;
  }
}

/** A code of up to 16 bits lies in three bytes at most. */
function readCode(bytes: Uint8Array, at: number, width: number): number {
  const byte = at >>> 3;
  const word = bytes[byte] | ((bytes[byte + 1] ?? 0) << 8) | ((bytes[byte + 2] ?? 0) << 16);
  return (word >>> (at & 7)) & (2 ** width - 1);
}

function grown(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(2 * bytes.length, least));
  larger.set(bytes);
  return larger;
}

function broken(message: string, file: string): InputError {
  return new InputError({ code: "compress", message, remedy: "Fetch it again.", where: { file } });
}
