import { InputError, type OnNote } from "@bagwise/core/base";
import { joinedBytes, type Source } from "./source.js";
import { utf8OfWindows1252 } from "./windows-1252.js";

/** What is written where UTF-8 is not: Latin-1 with a few more signs. */
const ENCODING = "windows-1252";

/** For each byte 1 if no text has it: five that mean nothing, and controls besides tabs and line ends. */
const STRANGE = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte) || (byte < 32 && !(byte >= 9 && byte <= 13)) ? 1 : 0,
);

/** How many bytes from the first accent on to look at, and how many there must be to decide. */
const LOOK_AHEAD = 2 ** 16;
const ENOUGH = 2 ** 8;

/**
 * The source as UTF-8, if it may also be Western text of an older program. Up to the first byte that
 * is not ASCII the two are the same. If that byte begins a character of UTF-8, all is taken for UTF-8.
 * If it does not, and the next bytes look like words with some accents, it and all that follows is
 * read as Windows-1252, with a note. Bytes that look like neither are left as they are, so that the
 * reader names their line.
 *
 * Costs a glance at each byte up to the first accent, and holds no more than a piece.
 */
export function westernOrUtf8(source: Source, onNote: OnNote | undefined): Source {
  return { name: source.name, size: source.size, bytes: () => decoded(source, onNote) };
}

async function* decoded(source: Source, onNote: OnNote | undefined): AsyncGenerator<Uint8Array> {
  let kind: Kind = "ascii";
  let held: Uint8Array = new Uint8Array(0);
  const utf8Of = (bytes: Uint8Array): Uint8Array => {
    if (kind !== "western") return bytes;
    if (!isText(bytes)) throw notText(source.name);
    return utf8OfWindows1252(bytes);
  };
  const decide = (bytes: Uint8Array, options: { ended: boolean }) => {
    const found = kindOf(bytes, options);
    if (found === "western")
      onNote?.({
        code: "western-text",
        message: `the text is not UTF-8, and is read as ${ENCODING}, which holds Latin-1; if accents look wrong, name its encoding in the option encoding`,
      });
    return found;
  };
  for await (const piece of source.bytes()) {
    const bytes: Uint8Array = held.length === 0 ? piece : joinedBytes([held, piece]);
    const found: Kind | undefined = kind === "ascii" ? decide(bytes, { ended: false }) : kind;
    // A source may use the memory of a piece again.
    held = found === undefined ? bytes.slice() : new Uint8Array(0);
    if (found === undefined) continue;
    kind = found;
    yield utf8Of(bytes);
  }
  if (held.length === 0) return;
  kind = decide(held, { ended: true }) ?? "other";
  yield utf8Of(held);
}

type Kind = "ascii" | "western" | "other";

/** What bytes are of which all before were ASCII; undefined if it takes the next bytes to know. */
function kindOf(bytes: Uint8Array, { ended }: { ended: boolean }): Kind | undefined {
  const at = firstAccent(bytes);
  if (at === bytes.length) return "ascii";
  if (startsCharacter(bytes, at)) return "other";
  if (bytes.length - at < ENOUGH && !ended) return undefined;
  const next = bytes.subarray(Math.max(0, at - 1), at + LOOK_AHEAD);
  return looksWestern(next) && isText(bytes) ? "western" : "other";
}

/** The first byte above 127; the length if there is none. Looks at four bytes at a time. */
function firstAccent(bytes: Uint8Array): number {
  let at = 0;
  for (; at < bytes.length && (bytes.byteOffset + at) % 4 !== 0; at++) if (bytes[at] > 127) return at;
  if (at === bytes.length) return at;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at, (bytes.length - at) >> 2);
  let word = 0;
  while (word < words.length && (words[word] & 0x80808080) === 0) word++;
  for (at += 4 * word; at < bytes.length; at++) if (bytes[at] > 127) return at;
  return bytes.length;
}

/** Whether a whole character of UTF-8 of several bytes begins here. */
function startsCharacter(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at];
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return false;
  for (let k = 1; k < length; k++) if ((bytes[at + k] & 0xc0) !== 0x80) return false;
  return true;
}

/**
 * Whether most bytes above 127 are letters beside plain letters, or signs such as a degree, one or
 * two at a time, as in Western languages.
 */
function looksWestern(bytes: Uint8Array): boolean {
  let likely = 0;
  let strange = 0;
  for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
    for (end = at; end < bytes.length && bytes[end] > 127; ) end++;
    const beside = isLetter(bytes[at - 1]) || isLetter(bytes[end]);
    const sign = end - at === 1 && bytes[at] < 0xc0;
    if (end - at <= 2 && (beside || sign)) likely += end - at;
    else strange += end - at;
  }
  return likely > strange;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;
}

function isText(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (STRANGE[bytes[i]] === 1) return false;
  return true;
}

function notText(file: string): InputError {
  return new InputError({
    code: "utf-8",
    message: `the text is neither UTF-8 nor ${ENCODING}`,
    remedy: "Name its encoding with the option encoding, or save it as UTF-8.",
    where: { file },
  });
}
