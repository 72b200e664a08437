/** The signs of the bytes 0x80 to 0x9f; five bytes have none, and stay controls, as on the web. */
const SIGNS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Text in Windows-1252, or Latin-1, as UTF-8. Not by a TextDecoder: some versions of Node decode the
 * signs between 0x80 and 0x9f as controls.
 */
export function utf8OfWindows1252(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] > 127) length += bytes[i] < 0xa0 ? 2 : 1;
  if (length === bytes.length) return bytes;
  const output = new Uint8Array(length);
  let at = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte < 128) {
      output[at++] = byte;
      continue;
    }
    const code = byte < 0xa0 ? SIGNS.charCodeAt(byte - 0x80) : byte;
    if (code < 0x800) output[at++] = 0xc0 | (code >> 6);
    else {
      output[at++] = 0xe0 | (code >> 12);
      output[at++] = 0x80 | ((code >> 6) & 63);
    }
    output[at++] = 0x80 | (code & 63);
  }
  return output.subarray(0, at);
}
