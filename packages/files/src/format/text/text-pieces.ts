/**
 * Gathers strings into UTF-8 pieces of about 64 KiB, so that writers may yield a line at a time.
 */
export function* textPieces(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting: string[] = [];
  let length = 0;
  for (const line of lines) {
    waiting.push(line);
    length += line.length;
    if (length >= 65536) {
      yield encoder.encode(waiting.join(""));
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) yield encoder.encode(waiting.join(""));
}

/**
 * A number as the shortest decimal that reads back to the same bits, and `-0` for negative zero.
 */
export function decimal(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
