import { invalidUtf8 } from "../text/source.js";

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a field. Throws an InputError that names the line if it is not UTF-8. */
export function fieldText(bytes: Uint8Array, start: number, end: number, file: string, line: number): string {
  return shortAscii(bytes, start, end) ?? decoded(bytes, start, end, file, line);
}

function decoded(bytes: Uint8Array, start: number, end: number, file: string, line: number): string {
  try {
    return DECODER.decode(bytes.subarray(start, end));
  } catch {
    throw invalidUtf8({ file, line });
  }
}

/**
 * A short ASCII text, faster than a TextDecoder; undefined for anything else.
 */
function shortAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > 12) return undefined;
  let text = "";
  for (let at = start; at < end; at++) {
    if (bytes[at] > 127) return undefined;
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}
