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
