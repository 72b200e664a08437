import { InputError, quote } from "@bagwise/core/base";
import type { ReadOptions } from "../format.js";
import type { Source } from "./source.js";
import { utf8OfWindows1252 } from "./windows-1252.js";

// Loaded on demand, in one piece.
export { westernOrUtf8 } from "./western.js";

/**
 * Text in another encoding than UTF-8, named by the option or seen in the first bytes, as UTF-8;
 * undefined if there is none.
 */
export function otherEncoding(
  { source, head }: { source: Source; head: Uint8Array },
  { encoding, onNote }: ReadOptions,
): Source | undefined {
  const guessed = guessEncoding(head);
  if (encoding === undefined && guessed !== undefined)
    onNote?.({ code: "encoding", message: `the text is read as ${guessed}` });
  const name = encoding ?? guessed;
  return name === undefined ? undefined : transcoded(source, name);
}

/**
 * The encoding of text that begins like this, if it is not UTF-8: UTF-16 by its byte order mark, or
 * because every other byte of plain letters is 0. Undefined for anything else.
 */
export function guessEncoding(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const length = Math.min(head.length, 200) & ~1;
  for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2]++;
  if (length >= 8 && zeros[1] > 0.4 * length && zeros[0] === 0) return "utf-16le";
  return length >= 8 && zeros[0] > 0.4 * length && zeros[1] === 0 ? "utf-16be" : undefined;
}

/** The source as UTF-8. Throws an InputError for a name that is no encoding, or bytes that do not fit. */
export function transcoded(source: Source, encoding: string): Source {
  const decoder = decoderFor(encoding);
  const encoder = new TextEncoder();
  const western = decoder.encoding === "windows-1252";
  return {
    name: source.name,
    size: undefined,
    bytes: async function* () {
      try {
        for await (const piece of source.bytes())
          yield western ? utf8OfWindows1252(piece) : encoder.encode(decoder.decode(piece, { stream: true }));
        if (!western) yield encoder.encode(decoder.decode());
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        throw new InputError({
          code: "utf-8",
          message: `the text is not valid ${encoding}`,
          remedy: "Name another encoding with the option encoding, or save the file as UTF-8.",
          where: { file: source.name },
        });
      }
    },
  };
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new InputError({
      code: "option",
      message: `the option encoding is ${quote(encoding)}, which is no encoding`,
      remedy: "Give a name such as utf-8, latin1, windows-1252, utf-16le or shift_jis.",
    });
  }
}
