import type { BagSet } from "../bags/bag-set.js";
import type { InputError } from "../base/errors.js";
import { CarefulRows, INCOMPLETE } from "./csv/careful.js";
import { readDialect } from "./csv/dialect.js";
import { FastRows } from "./csv/fast.js";
import { type CsvRows, csvRows } from "./csv/rows.js";
import { type DecimalReader, decimalReader } from "./decimal/reader.js";
import type { ReadOptions } from "./format.js";
import { LONGEST_LINE, lineTooLong } from "./text/lines.js";
import type { Source } from "./text/source.js";

/** How many bytes to gather before detecting the dialect. */
const HEAD = 2 ** 18;

/**
 * Reads CSV, TSV and their relatives, one row per instance.
 *
 * Rows without quoted fields are read by a fast reader, the others by a careful one, with the same
 * rules, so both give the same BagSet. Streaming: besides the result it needs a buffer of a few
 * pieces. Costs one pass: no byte is looked at again, however long a quoted field is.
 */
export async function fromCsv(source: Source, options: ReadOptions = {}): Promise<BagSet> {
  const reader = new CsvReader(source.name, options);
  for await (const piece of source.bytes()) reader.add(piece);
  return reader.finish();
}

/** Takes a CSV file piece by piece. */
export class CsvReader {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #buffer = new Carry(decimalReader());
  #parts: { rows: CsvRows; fast: FastRows; careful: CarefulRows } | undefined;
  /** How many bytes there must be to detect the dialect. */
  #wanted = HEAD;

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** How many bytes of records with quotes were looked at: once each, if all is well. */
  get looked(): number {
    return this.#parts?.careful.looked ?? 0;
  }

  add(piece: Uint8Array): void {
    const buffer = this.#buffer;
    buffer.add(piece);
    const enough = buffer.length >= this.#wanted && buffer.complete > 0;
    if (this.#parts === undefined && enough && !this.#start(false)) this.#wanted = 2 * buffer.length;
    this.#take();
    if (buffer.length > LONGEST_LINE) throw this.#endless(false);
  }

  finish(): BagSet {
    this.#buffer.endLine();
    if (this.#parts === undefined) this.#start(true);
    this.#take();
    if (this.#parts === undefined || this.#buffer.length > 0) throw this.#endless(true);
    return this.#parts.rows.builder.finish();
  }

  /** Detects the dialect. Returns whether there were bytes enough. */
  #start(whole: boolean): boolean {
    const buffer = this.#buffer;
    const file = this.#file;
    const dialect = readDialect(buffer.bytes(), { whole, file, options: this.#options });
    if (dialect === undefined) return false;
    const rows = csvRows(dialect, { file, options: this.#options, block: () => buffer.decimals.block });
    const { delimiter, firstLine: line } = dialect;
    const fast = new FastRows(rows, buffer.decimals, { delimiter, line, file });
    this.#parts = { rows, fast, careful: new CarefulRows(rows, { delimiter, file }) };
    buffer.drop(dialect.skip);
    return true;
  }

  /** Reads all complete records: the fast reader up to a quoted field, the careful one past it. */
  #take(): void {
    if (this.#parts === undefined) return;
    const { fast, careful } = this.#parts;
    const bytes = this.#buffer.bytes();
    const end = this.#buffer.complete;
    let at = 0;
    for (;;) {
      if (!careful.open) {
        const progress = fast.take(bytes, at, end);
        at = progress.at;
        if (!progress.unusual) break;
      }
      const after = careful.take(bytes, at, fast.line);
      if (after.at === INCOMPLETE) break;
      at = after.at;
      fast.line = after.line;
    }
    this.#buffer.drop(at);
  }

  #endless(ended: boolean): InputError {
    if (this.#parts !== undefined) {
      return this.#parts.careful.endless(this.#buffer.bytes(), this.#parts.fast.line, { ended });
    }
    // The first two records do not end: detecting the dialect says why.
    this.#start(true);
    return lineTooLong({ file: this.#file, line: 1 });
  }
}

/**
 * The bytes not yet read: the rest of the last piece and the new one, in the buffer of the decimal
 * reader.
 */
class Carry {
  readonly decimals: DecimalReader;
  #store: Uint8Array;
  #start = 0;
  #end = 0;
  /** The position after the last line feed, or an earlier one if there is none. */
  #complete = 0;

  constructor(decimals: DecimalReader) {
    this.decimals = decimals;
    this.#store = decimals.room(2 ** 21);
  }

  get length(): number {
    return this.#end - this.#start;
  }

  bytes(): Uint8Array {
    return this.#store.subarray(this.#start, this.#end);
  }

  add(piece: Uint8Array): void {
    this.#reserve(piece.length);
    this.#store.set(piece, this.#end);
    const last = piece.lastIndexOf(10);
    if (last !== -1) this.#complete = this.#end + last + 1;
    this.#end += piece.length;
  }

  /** How many of the bytes are complete lines. */
  get complete(): number {
    return Math.max(0, this.#complete - this.#start);
  }

  drop(length: number): void {
    this.#start += length;
  }

  /** Ends the last line if its end is missing. */
  endLine(): void {
    if (this.length === 0 || this.#store[this.#end - 1] === 10) return;
    this.#reserve(1);
    this.#store[this.#end++] = 10;
    this.#complete = this.#end;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#store.length) return;
    const length = this.length;
    this.#store.copyWithin(0, this.#start, this.#end);
    this.#complete = this.complete;
    this.#start = 0;
    this.#end = length;
    if (length + more > this.#store.length) this.#store = this.decimals.room(2 * (length + more));
  }
}
