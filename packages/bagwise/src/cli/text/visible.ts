import { randomBytes } from "node:crypto";

/**
 * What a terminal obeys or does not show: control characters, among them those of escape sequences
 * and line ends, marks that change the direction of text, characters without width, halves of
 * surrogate pairs. Selectors of emoji variants are harmless.
 */
const HIDDEN = /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const NAMES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text from a file or a path, for a screen: `\x1b` instead of the character that starts an escape
 * sequence, and likewise for everything that a terminal would obey or hide. Other text is unchanged.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    if (code < 0x100) return NAMES[character] ?? `\\x${digits.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
  });
}

/** The same for text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/**
 * JSON text without raw characters of this kind: within strings, where alone they can be, they are
 * escaped. It means the same.
 */
export function visibleJson(text: string): string {
  return text.replace(HIDDEN, (character) => {
    if (character === "\n") return character;
    const units = Array.from({ length: character.length }, (_, k) => character.charCodeAt(k));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}

/** What no file can hold, because it is drawn anew for every process. */
const OWN = `\x1b${randomBytes(16).toString("hex")}`;

/** A line break of ours, within a text that `forScreen` lets through. */
export const BREAK = `${OWN}\n`;

/** Marks the escape sequences of a style as ours. */
export function own(styled: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are escape sequences
  return styled.replace(/\x1b(?=\[)/g, `${OWN}\x1b`);
}

/** The text for a screen: our own styles and line breaks as they are, everything else visible. */
export function forScreen(text: string): string {
  const [first, ...marked] = text.split(OWN);
  return [
    visible(first),
    ...marked.map((part) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are escape sequences
      const [sequence] = /^(?:\n|\x1b\[[\d;]*m)?/.exec(part) ?? [""];
      return sequence + visible(part.slice(sequence.length));
    }),
  ].join("");
}
