import { MOST_COLUMNS } from "../rows/limits.js";
import { invalidUtf8 } from "../text/source.js";

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;

/**
 * Where a scan ended: after a record, at the end of the bytes, at text after a closing quote, or at
 * more fields than a file may have.
 */
type Scanned = "record" | "more" | "broken" | "wide";

/** Where in a record the next byte is. */
const FIELD_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const AFTER_QUOTED = 3;

/** A field in bytes, from the start of its record, without its quotes. */
interface Field {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Whether a quote inside it is written twice. */
  readonly doubled: boolean;
}

/**
 * Finds the fields of one record after the other, by the same rules for header, sample and rows. A
 * quote counts only at the start of a field; anywhere else it is a character like others. Lines end
 * in LF or CRLF, also mixed. Blanks may follow a closing quote.
 *
 * A record that is not complete is resumed where its bytes ended, so every byte is looked at once.
 */
export class CsvRecords {
  /** The fields of the record. */
  readonly fields: Field[] = [];
  /** Line ends inside the quoted fields of the record so far, and those before its last quote. */
  breaks = 0;
  breaksBeforeQuote = 0;
  /** How many bytes were looked at so far, in all records. */
  looked = 0;
  readonly #delimiter: number;
  #state = FIELD_START;
  /** Where the scan and its open field are, from the start of the record. */
  #at = 0;
  #start = 0;
  #doubled = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The bytes of the record, with its line end. */
  get length(): number {
    return this.#at;
  }

  /** Whether a record has begun and is not complete. */
  get open(): boolean {
    return this.#at > 0;
  }

  /** Whether the bytes ended inside a quoted field. */
  get quoting(): boolean {
    return this.#state === QUOTED;
  }

  /** The text of a field of the record, which starts at `from`. */
  text(column: number, bytes: Uint8Array, from: number, { file, line }: { file: string; line: number }): string {
    const { start, end, doubled } = this.fields[column];
    const text = fieldText(bytes, from + start, from + end, file, line);
    return doubled ? text.replaceAll('""', '"') : text;
  }

  /** Forgets the record, to scan the next one. */
  clear(): void {
    this.fields.length = 0;
    this.breaks = 0;
    this.breaksBeforeQuote = 0;
    this.#state = FIELD_START;
    this.#at = 0;
  }

  /**
   * Scans the record that starts at `from`, or goes on with it. Only a line feed ends a record.
   */
  scan(bytes: Uint8Array, from: number, end: number): Scanned {
    const before = this.#at;
    const found = this.#scan(bytes.subarray(from, end));
    this.looked += this.#at - before;
    return found;
  }

  #scan(bytes: Uint8Array): Scanned {
    while (this.#at < bytes.length) {
      if (this.fields.length > MOST_COLUMNS) return "wide";
      const byte = bytes[this.#at];
      if (this.#state === FIELD_START) this.#open(byte);
      else if (this.#state === PLAIN) {
        const at = this.#plainEnd(bytes);
        this.#at = at;
        if (at === bytes.length) return "more";
        const returned = bytes[at] === LINE_FEED && at > this.#start && bytes[at - 1] === RETURN;
        this.#close(returned ? at - 1 : at, false);
        this.#at++;
        this.#state = FIELD_START;
        if (bytes[at] === LINE_FEED) return "record";
      } else if (this.#state === QUOTED) {
        if (!this.#quotedEnd(bytes)) return "more";
      } else if (byte === this.#delimiter || byte === LINE_FEED) {
        this.#at++;
        this.#state = FIELD_START;
        if (byte === LINE_FEED) return "record";
      } else if (byte === RETURN) {
        if (this.#at + 1 === bytes.length) return "more";
        if (bytes[this.#at + 1] !== LINE_FEED) return "broken";
        this.#at++;
      } else if (byte === BLANK || byte === TAB) this.#at++;
      else return "broken";
    }
    return "more";
  }

  #open(byte: number): void {
    this.#state = byte === QUOTE ? QUOTED : PLAIN;
    if (byte === QUOTE) this.#at++;
    this.#start = this.#at;
    this.#doubled = false;
    this.breaksBeforeQuote = this.breaks;
  }

  #close(end: number, quoted: boolean): void {
    this.fields.push({ start: this.#start, end, quoted, doubled: this.#doubled });
  }

  #plainEnd(bytes: Uint8Array): number {
    let at = this.#at;
    while (at < bytes.length && bytes[at] !== this.#delimiter && bytes[at] !== LINE_FEED) at++;
    return at;
  }

  /** Goes on to the quote that ends the field. Returns whether it is there, with what follows. */
  #quotedEnd(bytes: Uint8Array): boolean {
    let at = this.#at;
    for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === LINE_FEED) this.breaks++;
    this.#at = at;
    if (at + 1 >= bytes.length) return false;
    if (bytes[at + 1] === QUOTE) {
      this.#doubled = true;
      this.#at = at + 2;
      return true;
    }
    this.#close(at, true);
    this.#at = at + 1;
    this.#state = AFTER_QUOTED;
    return true;
  }
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a field. Throws an InputError that names the line if it is not UTF-8. */
export function fieldText(bytes: Uint8Array, start: number, end: number, file: string, line: number): string {
  return shortAscii(bytes, start, end) ?? decoded(bytes, start, end, file, line);
}

function decoded(bytes: Uint8Array, start: number, end: number, file: string, line: number): string {
  try {
    return DECODER.decode(bytes.subarray(start, end));
  } catch {
    throw invalidUtf8({ file, line });
  }
}

/**
 * A short ASCII text, faster than a TextDecoder; undefined for anything else.
 */
function shortAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > 12) return undefined;
  let text = "";
  for (let at = start; at < end; at++) {
    if (bytes[at] > 127) return undefined;
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}
