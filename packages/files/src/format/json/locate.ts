import { keyAt, skipBlanks, valueEnd } from "./as-written.js";

/**
 * Where something is in a JSON text: keys and list positions, from the outermost value inwards.
 */
export type JsonPath = readonly (string | number)[];

/** A line and a column, both from 1. */
interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Where the text stops being JSON, and what was expected there. */
class JsonFault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** The line and column of a position in a text. Costs O(position). */
export function lineColumn(text: string, at: number): LineColumn {
  let line = 1;
  let start = 0;
  for (;;) {
    const newline = text.indexOf("\n", start);
    if (newline === -1 || newline >= at) return { line, column: at - start + 1 };
    start = newline + 1;
    line++;
  }
}

/**
 * The first place where a text is not JSON, the same in every engine; undefined if there is none.
 * Costs one pass, so call it only after `JSON.parse` has failed.
 */
export function findFault(text: string): JsonFault | undefined {
  try {
    const end = skipBlanks(text, skipValue(text, skipBlanks(text, 0)));
    return end < text.length ? new JsonFault(end, "more follows after the end of the value") : undefined;
  } catch (fault) {
    if (fault instanceof JsonFault) return fault;
    throw fault;
  }
}

/**
 * The position of the value at a path of valid JSON, or of the innermost value on the way that
 * exists. The path starts at the value at `from`.
 */
export function positionOf(text: string, path: JsonPath, from = 0): number {
  let at = skipBlanks(text, from);
  for (const step of path) {
    const inside = memberAt(text, at, step);
    if (inside === undefined) return at;
    at = inside;
  }
  return at;
}

/**
 * The keys of the object at a path of valid JSON, in the order of the text. `Object.keys` would put
 * whole numbers first.
 */
export function keysInText(text: string, path: JsonPath, from = 0): string[] {
  return [...new Set([...members(text, positionOf(text, path, from))].map(({ key }) => String(key)))];
}

function memberAt(text: string, at: number, step: string | number): number | undefined {
  for (const member of members(text, at)) if (member.key === step) return member.at;
  return undefined;
}

/**
 * Keys or positions of the object or list at `at`, and where each value starts. Nothing for any
 * other value.
 */
function* members(text: string, at: number): Generator<{ key: string | number; at: number }> {
  const object = text[at] === "{";
  if (!object && text[at] !== "[") return;
  let next = skipBlanks(text, at + 1);
  for (let i = 0; text[next] !== "}" && text[next] !== "]"; i++) {
    let key: string | number = i;
    if (object) {
      const found = keyAt(text, next);
      key = found.key;
      next = found.value;
    }
    yield { key, at: next };
    next = skipBlanks(text, valueEnd(text, next));
    if (text[next] === ",") next = skipBlanks(text, next + 1);
  }
}

/**
 * The end of the value at `at`. No recursion, so that no nesting is too deep.
 */
function skipValue(text: string, start: number): number {
  const open: string[] = [];
  let at = start;
  for (;;) {
    const first = text[at];
    if (first === "{" || first === "[") {
      at = skipBlanks(text, at + 1);
      if (text[at] !== (first === "{" ? "}" : "]")) {
        open.push(first);
        if (first === "{") at = skipKey(text, at);
        continue;
      }
      at++;
    } else at = first === '"' ? skipString(text, at) : skipWord(text, at);
    // A value has ended: close what ends here, or continue after a comma.
    for (;;) {
      const around = open[open.length - 1];
      if (around === undefined) return at;
      at = skipBlanks(text, at);
      const close = around === "{" ? "}" : "]";
      if (text[at] === ",") {
        at = skipBlanks(text, at + 1);
        if (around === "{") at = skipKey(text, at);
        break;
      }
      if (text[at] !== close) throw new JsonFault(at, `${found(text, at)} where "," or "${close}" should be`);
      open.pop();
      at++;
    }
  }
}

function skipKey(text: string, at: number): number {
  if (text[at] !== '"') throw new JsonFault(at, `${found(text, at)} where a key in double quotes should be`);
  const colon = skipBlanks(text, skipString(text, at));
  if (text[colon] !== ":") throw new JsonFault(colon, `${found(text, colon)} where ":" should be`);
  return skipBlanks(text, colon + 1);
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) throw new JsonFault(at, "a line break or control character stands inside a string");
    if (code !== 0x5c) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) throw new JsonFault(at, "a backslash stands before a character that cannot be escaped");
    at = ESCAPE.lastIndex - 1;
  }
  throw new JsonFault(text.length, "the text ends inside a string");
}

const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

function skipWord(text: string, at: number): number {
  WORD.lastIndex = at;
  if (!WORD.test(text)) throw new JsonFault(at, `${found(text, at)} where a value should be`);
  return WORD.lastIndex;
}

function found(text: string, at: number): string {
  if (at >= text.length) return "the text ends";
  return `${JSON.stringify(/^[\w.+-]{1,20}/.exec(text.slice(at, at + 20))?.[0] ?? String.fromCodePoint(text.codePointAt(at) ?? 0))} stands`;
}
