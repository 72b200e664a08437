import { InputError } from "@bagwise/core/base";
import { firstBadLine, invalidUtf8, type Source } from "./source.js";

/** A longer line is not data but a mistake, such as a binary file. */
export const LONGEST_LINE = 64 * 2 ** 20;

/** A line of text, without its line end, and its number from 1. */
interface Line {
  readonly text: string;
  readonly line: number;
}

/**
 * The lines of a source, with LF or CRLF ends and an optional byte order mark. Memory: one piece
 * and one line.
 */
export async function* lines(source: Source): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let line = 0;
  const decode = (piece?: Uint8Array) => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      const here = line + (piece === undefined ? 1 : firstBadLine(piece));
      throw invalidUtf8({ file: source.name, line: here });
    }
  };
  for await (const piece of source.bytes()) {
    const text = decode(piece);
    let start = 0;
    for (;;) {
      const end = text.indexOf("\n", start);
      if (end === -1) break;
      const found = rest + text.slice(start, end);
      rest = "";
      start = end + 1;
      yield { text: withoutReturn(found), line: ++line };
    }
    rest += text.slice(start);
    if (rest.length > LONGEST_LINE) throw lineTooLong({ file: source.name, line: line + 1 });
  }
  rest += decode();
  if (rest !== "") yield { text: withoutReturn(rest), line: ++line };
}

/** The error for a line longer than `LONGEST_LINE`. */
export function lineTooLong(where: { file: string; line: number }): InputError {
  return new InputError({
    code: "line-too-long",
    message: `the line is longer than ${LONGEST_LINE / 2 ** 20} MiB`,
    remedy: "Check that this is a text file with one record per line.",
    where,
  });
}

/**
 * The line itself. Throws an InputError if a bag makes it too long for the readers.
 */
export function limitedLine(line: string, bag: string): string {
  if (line.length < LONGEST_LINE) return line;
  throw new InputError({
    code: "bag-too-large",
    message: `the bag is longer than ${LONGEST_LINE / 2 ** 20} MiB as one line`,
    remedy: "Write one row per instance: set the option rows to instances.",
    where: { bag },
  });
}

function withoutReturn(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
