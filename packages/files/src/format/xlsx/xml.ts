/** No tag, comment or CDATA section of a spreadsheet comes near this length. */
const LONGEST_TOKEN = 2 ** 20;
/** Spreadsheets nest less than half as deep. */
const DEEPEST = 64;
/** The longest entity is a character by its number: `&#x10FFFF;`. */
const LONGEST_ENTITY = 12;

const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** What a reader is told about the elements of a document. Names come without their prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Text, perhaps in several pieces. */
  text?(text: string): void;
}

/** The attributes of a tag, looked up by name without prefix. */
export interface Attributes {
  get(name: string): string | undefined;
}

/**
 * Reads XML from pieces of bytes and tells a handler about it: elements, attributes, text, CDATA,
 * entities. There are no entities of a document's own: a DOCTYPE is refused. Memory: the open
 * element names and one piece. Throws an Error where the text is no XML.
 */
export async function readXml(pieces: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const open: string[] = [];
  let decoder: TextDecoder | undefined;
  let rest = "";
  let enough = 0;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    rest += decoder.decode(piece, { stream: true });
    if (rest.length < enough) continue;
    rest = tokens(rest, open, handler, false);
    // A token that goes on is looked at again when it is twice as long, so that each character costs the same.
    enough = 2 * rest.length;
  }
  rest = tokens(rest + (decoder?.decode() ?? ""), open, handler, true);
  if (open.length > 0 || rest.trim() !== "") throw new Error("its XML ends too early");
}

/** A part is UTF-8 or, with a byte order mark, UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Handles all complete tokens and returns the rest of the text. */
function tokens(text: string, open: string[], handler: XmlHandler, last: boolean): string {
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("<", at);
    const end = start === -1 ? text.length : start;
    if (end > at) {
      const stop = start === -1 && !last ? wholeText(text, at) : end;
      const found = text.slice(at, stop);
      if (open.length > 0) handler.text?.(unescaped(found));
      else if (found.trim() !== "") throw new Error("it has text outside of its XML");
      at = stop;
    }
    if (start === -1) break;
    const next = markup(text, start, open, handler);
    if (next === -1) {
      if (text.length - start > LONGEST_TOKEN) throw new Error("its XML has a tag that does not end");
      break;
    }
    at = next;
  }
  return text.slice(at);
}

/** Where to stop in text that goes on in the next piece: before an open entity or half a line end. */
function wholeText(text: string, from: number): number {
  if (text.endsWith("\r")) return text.length - 1;
  const entity = text.lastIndexOf("&");
  const open = entity >= from && text.length - entity < LONGEST_ENTITY && !text.includes(";", entity);
  return open ? entity : text.length;
}

/** Handles the markup at `start`; returns where it ends, or -1 if its end is not there yet. */
function markup(text: string, start: number, open: string[], handler: XmlHandler): number {
  const kind = text.charCodeAt(start + 1);
  if (kind === 33 /* ! */) return declaration(text, start, open, handler);
  if (kind === 63 /* ? */) return after(text, "?>", start);
  const end = tagEnd(text, start + 1);
  if (end === -1) return -1;
  if (kind === 47 /* / */) {
    const name = localName(text.slice(start + 2, end).trim());
    if (open.pop() !== name) throw new Error("its XML closes an element that is not open");
    handler.close?.(name);
    return end + 1;
  }
  const empty = text.charCodeAt(end - 1) === 47;
  const tag = text.slice(start + 1, empty ? end - 1 : end);
  const space = tag.search(/\s/);
  const blank = space === -1 ? tag.length : space;
  const name = localName(tag.slice(0, blank));
  if (name === "") throw new Error("its XML has a tag without a name");
  handler.open?.(name, { get: (wanted) => attributeOf(tag, blank, wanted) });
  if (empty) handler.close?.(name);
  else if (open.push(name) > DEEPEST) throw new Error("its XML is nested too deeply");
  return end + 1;
}

function declaration(text: string, start: number, open: string[], handler: XmlHandler): number {
  if (text.startsWith("<!--", start)) return after(text, "-->", start + 4);
  if (text.startsWith("<![CDATA[", start)) {
    const end = after(text, "]]>", start + 9);
    if (end !== -1 && open.length > 0) handler.text?.(text.slice(start + 9, end - 3));
    return end;
  }
  if (text.length - start < 9) return -1;
  throw new Error("its XML declares a document type");
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? -1 : at + end.length;
}

/** Where a tag ends: at the first > outside of quotes. */
function tagEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 62) return i;
    if (character === 34 || character === 39) {
      i = text.indexOf(character === 34 ? '"' : "'", i + 1);
      if (i === -1) return -1;
    }
  }
  return -1;
}

/** The value of an attribute of a tag; undefined if it has none. */
function attributeOf(tag: string, from: number, wanted: string): string | undefined {
  ATTRIBUTE.lastIndex = from;
  for (let match = ATTRIBUTE.exec(tag); match !== null; match = ATTRIBUTE.exec(tag)) {
    if (localName(match[1]) === wanted) return unescaped(match[2] ?? match[3]);
  }
  return undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Text with its entities resolved, and with line ends as XML defines them. */
function unescaped(raw: string): string {
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!text.includes("&")) return text;
  return text.replace(/&([^;]{0,10});|&/g, (_, entity: string | undefined) => {
    const named = entity === undefined ? undefined : Object.hasOwn(NAMED, entity) ? NAMED[entity] : undefined;
    if (named !== undefined) return named;
    const number = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(entity ?? "");
    const code = number === null ? Number.NaN : Number.parseInt(number[1] ?? number[2], number[1] ? 16 : 10);
    if (!(code <= 0x10ffff)) throw new Error("its XML has an unknown entity");
    return String.fromCodePoint(code);
  });
}
