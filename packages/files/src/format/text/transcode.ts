import { InputError, quote } from "@bagwise/core/base";
import type { Source } from "./source.js";
import { utf8OfWindows1252 } from "./windows-1252.js";

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
