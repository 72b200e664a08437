/*
 * What `JSON.parse` does not tell about a text that it has read: duplicate keys, and values as they
 * were written. All functions take valid JSON and trust it.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** The position after blanks. */
export function skipBlanks(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
}

/** The end of the value that starts at `start`. */
export function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== "{" && first !== "[") {
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      // A comma, a closing bracket or brace, a blank, or the end of the text.
      if (code === 0x2c || (code | 0x20) === 0x7d || !(code > 0x20)) return at;
    }
  }
  for (let at = start, depth = 0; ; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    // One bit makes [ to { and ] to }.
    if ((code | 0x20) === 0x7b) depth++;
    else if ((code | 0x20) === 0x7d && --depth === 0) return at;
  }
}

/** The end of the string whose opening quote is at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    let before = quote;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** The key that starts at `start`, and where its value starts. */
export function keyAt(text: string, start: number): { key: string; value: number } {
  const end = stringEnd(text, start);
  const raw = text.slice(start + 1, end - 1);
  const key = raw.includes("\\") ? (JSON.parse(text.slice(start, end)) as string) : raw;
  return { key, value: skipBlanks(text, skipBlanks(text, end) + 1) };
}

/**
 * The first key that its object has already, and where it stands; undefined if there is none.
 * `value` is what `JSON.parse` made of the text: only if it has fewer keys, they are compared.
 */
export function findDuplicateKey(text: string, value: unknown): { key: string; at: number } | undefined {
  const keys = keysIn(text);
  // Most files have no keys deeper than those of a bag; then no list of numbers is looked at.
  if (keys === keysOf(value, 2) || keys === keysOf(value, Number.POSITIVE_INFINITY)) return undefined;
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      if (text.charCodeAt(skipBlanks(text, end)) === COLON) {
        const { key } = keyAt(text, at);
        const keys = open[open.length - 1];
        if (keys?.has(key)) return { key, at };
        keys?.add(key);
      }
      at = end;
      continue;
    }
    if (char === "{") open.push(new Set());
    else if (char === "[") open.push(undefined);
    else if (char === "}" || char === "]") open.pop();
    at++;
  }
  return undefined;
}

/** How many keys the text has: its strings before a colon. Jumps from string to string. */
function keysIn(text: string): number {
  let keys = 0;
  for (let at = text.indexOf('"'); at !== -1; ) {
    const end = skipBlanks(text, stringEnd(text, at));
    if (text.charCodeAt(end) === COLON) keys++;
    at = text.indexOf('"', end);
  }
  return keys;
}

/**
 * How many keys the objects of a value have, down to a depth: 0 is the value alone. No recursion, so
 * that no nesting is too deep.
 */
function keysOf(value: unknown, deepest: number): number {
  let level = [value];
  let keys = 0;
  for (let depth = 0; level.length > 0 && depth <= deepest; depth++) {
    const inside: unknown[] = [];
    for (const each of level) {
      if (Array.isArray(each)) {
        if (depth === deepest) continue;
        for (let i = 0; i < each.length; i++) if (isContainer(each[i])) inside.push(each[i]);
      } else if (isContainer(each)) {
        for (const key in each) {
          keys++;
          const member = each[key];
          if (isContainer(member)) inside.push(member);
        }
      }
    }
    level = inside;
  }
  return keys;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/**
 * Where the entries of the list at `list` start. Looking at them in ascending order costs one pass.
 */
export function entryStarts(text: string, list: () => number): (index: number) => number {
  let found = { index: -1, at: 0 };
  return (index) => {
    if (found.index === -1 || index < found.index) found = { index: 0, at: skipBlanks(text, list() + 1) };
    let { index: i, at } = found;
    for (; i < index; i++) at = skipBlanks(text, skipBlanks(text, valueEnd(text, at)) + 1);
    found = { index, at };
    return at;
  };
}
