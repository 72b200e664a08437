import { count, InputError, type Place, quote } from "@bagwise/core/base";

/**
 * The fields of an ARFF row: their text without quotes, and whether each was quoted (a quoted `?`
 * is not a missing value).
 */
export interface ArffFields {
  readonly texts: string[];
  readonly quoted: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
const PLAIN = /^[^'"{}%\s]*$/;

/**
 * The end of a row: where a `%` outside quotes starts a comment, or the end of the text. A quote
 * counts only where `readToken` takes it for one: at the start of a word.
 */
export function commentStart(text: string): number {
  if (!text.includes("%")) return text.length;
  let open = "";
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\\" && open !== "") at++;
    else if (open !== "") open = char === open ? "" : open;
    else if (char === "%") return at;
    else if (!inWord && (char === "'" || char === '"')) open = char;
    else inWord = !(isBlank(text, at) || char === "," || char === "{");
  }
  return text.length;
}

/** A text without blanks around it. Unlike `trim()` it keeps a byte order mark in an id. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return text.slice(start, end);
}

/**
 * Splits a dense row, `1, 'a b', ?`, at commas and blanks outside quotes. Stops after `most` fields
 * and one more.
 */
export function denseFields(text: string, where: Place, most: number): ArffFields {
  if (PLAIN.test(text)) return { texts: text.split(",", most + 1), quoted: NONE };
  const texts: string[] = [];
  const quoted = new Set<number>();
  let at = skipBlanks(text, 0);
  while ((at < text.length && texts.length <= most) || texts.length === 0) {
    const token = readToken(text, at, where);
    if (token.quoted) quoted.add(texts.length);
    texts.push(token.text);
    at = skipBlanks(text, token.end);
    if (text[at] === ",") {
      at = skipBlanks(text, at + 1);
      if (at >= text.length) texts.push("");
    }
  }
  return { texts, quoted };
}

/**
 * Fills in a sparse row, `{0 1.5, 3 'b'}`: attribute numbers from 0, ascending. Those left out have
 * their default.
 */
export function sparseFields(text: string, defaults: readonly string[], where: Place): ArffFields {
  const texts = defaults.slice();
  const quoted = new Set<number>();
  const end = text.lastIndexOf("}");
  if (end === -1) throw syntax("a sparse row has no closing brace", where);
  const inside = text.slice(1, end);
  let before = -1;
  let at = skipBlanks(inside, 0);
  while (at < inside.length) {
    const number = readToken(inside, at, where);
    const index = /^\d+$/.test(number.text) ? Number(number.text) : -1;
    if (index <= before || index >= defaults.length) {
      throw syntax(
        `${quote(number.text)} is not an attribute number from ${before + 1} to ${defaults.length - 1}`,
        where,
      );
    }
    const value = readToken(inside, skipBlanks(inside, number.end), where);
    if (value.quoted) quoted.add(index);
    texts[index] = value.text;
    before = index;
    at = skipBlanks(inside, value.end);
    if (inside[at] === ",") at = skipBlanks(inside, at + 1);
  }
  return { texts, quoted };
}

/** The error for a row with the wrong number of values. */
export function raggedRow(got: number, wanted: number, where: Place): InputError {
  return new InputError({
    code: "ragged",
    message: `the row has ${count(got, "value")} for ${count(wanted, "attribute")}`,
    remedy: "Give one value for each attribute, ? for a missing one, and quote values with blanks or commas.",
    where,
  });
}

/** A quoted or plain word that starts at `start`, and where it ends. */
export function readToken(text: string, start: number, where: Place): { text: string; quoted: boolean; end: number } {
  const open = text[start];
  if (open !== "'" && open !== '"') {
    let end = start;
    while (end < text.length && text[end] !== "," && !isBlank(text, end)) end++;
    return { text: text.slice(start, end), quoted: false, end };
  }
  let end = start + 1;
  while (end < text.length && text[end] !== open) end += text[end] === "\\" ? 2 : 1;
  if (end >= text.length) throw syntax(`the quote ${open} is not closed`, where);
  return { text: unescaped(text.slice(start + 1, end)), quoted: true, end: end + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u([\dA-Fa-f]{4})|([\s\S]))/g, (_, code: string | undefined, char: string) =>
    code === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBlank(text, at)) at++;
  return at;
}

function isBlank(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 0x20;
}

/** The error for text that is not ARFF. */
export function syntax(message: string, where: Place): InputError {
  return new InputError({ code: "arff-syntax", message, remedy: "Correct the line.", where });
}
