import type { ReadOptions } from "../format.js";
import { guessEncoding } from "./encoding.js";
import type { Source } from "./source.js";
import { transcoded } from "./transcode.js";

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
