import type { Place } from "@bagwise/core/base";
import { parseDecimalBytes } from "../decimal/bytes.js";
import type { DecimalReader } from "../decimal/reader.js";
import type { RunEnd } from "../decimal/run.js";
import { fieldText } from "./records.js";
import { BAG, type CsvRows, GROUP, LABEL } from "./rows.js";

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;

/** Instead of a position: the row needs the careful reader. */
const UNUSUAL = -1;

/**
 * Neighbouring columns that are read at once: consecutive features, or one other column.
 */
interface Segment {
  /** The position of the first feature, or BAG, LABEL, GROUP, SKIP. */
  readonly kind: number;
  /** The first column. */
  readonly column: number;
  columns: number;
  /** Where the field of the current row is, for a column that is not a feature. */
  start: number;
  end: number;
  /**
   * Its place for a message. Made once, because a closure per bag would be most of the garbage.
   */
  readonly place: () => Place;
}

function segmentsOf(kinds: Int32Array, placeOf: (column: number) => Place): Segment[] {
  const segments: Segment[] = [];
  kinds.forEach((kind, column) => {
    const last = segments[segments.length - 1];
    if (last !== undefined && kind >= 0 && kind === last.kind + last.columns && last.kind >= 0) last.columns++;
    else segments.push({ kind, column, columns: 1, start: 0, end: 0, place: () => placeOf(column) });
  });
  return segments;
}

/** Bytes remembered from row to row, so that text is decoded only when it changes. */
class Remembered {
  #bytes = new Uint8Array(64);
  #length = -1;

  /** Whether the bytes are the remembered ones; remembers them if not. */
  same(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    let equal = length === this.#length;
    for (let k = 0; equal && k < length; k++) equal = bytes[start + k] === this.#bytes[k];
    if (equal) return true;
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(2 * length);
    this.#bytes.set(bytes.subarray(start, end));
    this.#length = length;
    return false;
  }
}

/**
 * How far `FastRows.take` came: the position after the last row, and whether the next row needs the
 * careful reader.
 */
interface Taken {
  readonly at: number;
  readonly unusual: boolean;
}

/**
 * Reads plain rows at byte level: it makes strings only for new bags and labels, and numbers of up
 * to nine digits cost one integer loop and one division. It stops before the first row with a
 * quoted field.
 */
export class FastRows {
  /** The line of the next row. */
  line: number;
  readonly #rows: CsvRows;
  readonly #delimiter: number;
  readonly #file: string;
  readonly #segments: readonly Segment[];
  readonly #roles: { readonly bag: Segment; readonly label: Segment | undefined; readonly group: Segment | undefined };
  readonly #decimals: DecimalReader;
  readonly #runEnd: RunEnd = { count: 0, odd: false };
  readonly #bag = new Remembered();
  readonly #label = new Remembered();
  #bagNumber = -1;
  #labelCode = 0;

  constructor(
    rows: CsvRows,
    decimals: DecimalReader,
    { delimiter, line, file }: { delimiter: string; line: number; file: string },
  ) {
    this.#decimals = decimals;
    this.#rows = rows;
    this.#delimiter = delimiter.charCodeAt(0);
    this.line = line;
    this.#file = file;
    this.#segments = segmentsOf(rows.kinds, (column) => rows.place(this.line, column));
    const role = (kind: number) => this.#segments.find((segment) => segment.kind === kind);
    const bag = role(BAG);
    if (bag === undefined) throw new Error("the dialect has no bag column");
    this.#roles = { bag, label: role(LABEL), group: role(GROUP) };
  }

  /**
   * Reads rows from `start` on. `bytes[end - 1]` must be a line feed, so that no row runs past
   * `end`.
   */
  take(bytes: Uint8Array, start: number, end: number): Taken {
    let at = start;
    while (at < end) {
      const first = bytes[at];
      if (first === LINE_FEED || (first === RETURN && bytes[at + 1] === LINE_FEED)) at += first === LINE_FEED ? 1 : 2;
      else {
        const next = this.#row(bytes, at);
        if (next === UNUSUAL) return { at, unusual: true };
        at = next;
      }
      this.line++;
    }
    return { at, unusual: false };
  }

  /** Reads one row; returns the start of the next one, or UNUSUAL. */
  #row(bytes: Uint8Array, start: number): number {
    const { builder } = this.#rows;
    const into = builder.startRow();
    const { values } = builder;
    let at = start;
    for (const segment of this.#segments) {
      if (segment.column > 0) {
        if (bytes[at] !== this.#delimiter) return this.#raggedOrUnusual(bytes, start);
        at++;
      }
      if (segment.kind >= 0) {
        at = this.#numbers(bytes, at, values, into, segment);
        if (at === UNUSUAL) return this.#raggedOrUnusual(bytes, start);
      } else {
        if (bytes[at] === QUOTE) return UNUSUAL;
        segment.start = at;
        at = this.#fieldEnd(bytes, at);
        segment.end = at;
      }
    }
    if (bytes[at] === RETURN) at++;
    if (bytes[at] !== LINE_FEED) return this.#raggedOrUnusual(bytes, start);
    this.#endRow(bytes);
    return at + 1;
  }

  /**
   * Reads the numbers of a segment. Returns the position after the last one, or UNUSUAL for a quote
   * or too few fields.
   */
  #numbers(bytes: Uint8Array, start: number, values: Float64Array, into: number, segment: Segment): number {
    const run = this.#runEnd;
    let at = start;
    for (let done = 0; ; ) {
      const target = into + segment.kind + done;
      at = this.#decimals.read(bytes, at, this.#delimiter, values, target, segment.columns - done, run);
      done += run.count;
      if (run.odd) {
        if (bytes[at] === QUOTE) return UNUSUAL;
        const end = this.#fieldEnd(bytes, at);
        values[into + segment.kind + done] = this.#longNumber(bytes, at, end, segment.column + done);
        at = end;
        done++;
      }
      if (done === segment.columns) return at;
      if (bytes[at] !== this.#delimiter) return UNUSUAL;
      at++;
    }
  }

  /** Hands the row to the builder, decoding bag and label only if they changed. */
  #endRow(bytes: Uint8Array): void {
    const { bag, label, group } = this.#roles;
    const sameBag = this.#bag.same(bytes, bag.start, bag.end);
    const sameLabel = label === undefined || this.#label.same(bytes, label.start, label.end);
    if (!sameBag || !sameLabel || group !== undefined) this.#takeRoles(bytes, sameBag, sameLabel);
    this.#rows.builder.endRow(this.#bagNumber, this.line);
  }

  #takeRoles(bytes: Uint8Array, sameBag: boolean, sameLabel: boolean): void {
    const { builder, labels } = this.#rows;
    const { bag, label, group } = this.#roles;
    if (!sameBag) this.#bagNumber = builder.bag(this.#text(bytes, bag.start, bag.end), bag.place);
    if (label !== undefined) {
      if (!sameLabel) this.#labelCode = labels(this.#text(bytes, label.start, label.end), label.place);
      builder.label(this.#bagNumber, this.#labelCode, label.place);
    }
    if (group !== undefined) builder.group(this.#bagNumber, this.#text(bytes, group.start, group.end), group.place);
  }

  /**
   * A row with too few or too many fields is an error, unless a quote may explain it: then the
   * careful reader decides.
   */
  #raggedOrUnusual(bytes: Uint8Array, start: number): number {
    const end = bytes.indexOf(LINE_FEED, start);
    if (bytes.subarray(start, end).includes(QUOTE)) return UNUSUAL;
    throw this.#rows.ragged(this.line, this.#countFields(bytes, start));
  }

  /** A number with more digits than plain ones have, an exponent, blanks around it, or no number at all. */
  #longNumber(bytes: Uint8Array, start: number, end: number, column: number): number {
    const value = parseDecimalBytes(bytes, start, end);
    return Number.isFinite(value) ? value : this.#rows.value(this.#text(bytes, start, end), this.line, column);
  }

  /** The delimiter or line end that ends the field. */
  #fieldEnd(bytes: Uint8Array, start: number): number {
    let at = start;
    while (bytes[at] !== this.#delimiter && bytes[at] !== LINE_FEED) at++;
    return bytes[at] === LINE_FEED && at > start && bytes[at - 1] === RETURN ? at - 1 : at;
  }

  #countFields(bytes: Uint8Array, start: number): number {
    let fields = 1;
    for (let at = start; bytes[at] !== LINE_FEED; at++) if (bytes[at] === this.#delimiter) fields++;
    return fields;
  }

  #text(bytes: Uint8Array, start: number, end: number): string {
    return fieldText(bytes, start, end, this.#file, this.line);
  }
}
