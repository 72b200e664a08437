import { styled, wrapped } from "./style.js";

/** A line with a title before it in a column of its own, broken where it is long. */
export function titled(title: string, text: string): string[] {
  const [first, ...rest] = wrapped(text, { indent: " ".repeat(13) }).split("\n");
  return [`${styled("bold", title.padEnd(12))} ${first.trimStart()}`, ...rest];
}
