import type { BagSet } from "../bags/bag-set.js";
import { CarefulRows } from "./csv/careful.js";
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
 * Rows are read at byte level as long as no field is quoted. From the first quoted field on
 * papaparse takes over, with the same rules, so both give the same BagSet. Streaming: besides the
 * result it needs a buffer of a few pieces. Costs one pass.
 */
export async function fromCsv(source: Source, options: ReadOptions = {}): Promise<BagSet> {
  const file = source.name;
  const buffer = new Carry(decimalReader());
  let reader: Reader | undefined;
  for await (const piece of source.bytes()) {
    buffer.add(piece);
    if (reader === undefined && buffer.holds(HEAD)) reader = new Reader(buffer, { whole: false, file, options });
    reader?.take(buffer, false);
    if (buffer.length > LONGEST_LINE) throw lineTooLong({ file, line: reader?.line ?? 1 });
  }
  reader ??= new Reader(buffer, { whole: true, file, options });
  buffer.endLine();
  reader.take(buffer, true);
  return reader.rows.builder.finish();
}

/** The fast reader, then from the first unusual row on the careful one. */
class Reader {
  readonly rows: CsvRows;
  readonly #fast: FastRows;
  readonly #dialect: { delimiter: string; file: string };
  #careful: CarefulRows | undefined;

  constructor(buffer: Carry, { whole, file, options }: { whole: boolean; file: string; options: ReadOptions }) {
    const dialect = readDialect(buffer.bytes(), { whole, file, options });
    this.rows = csvRows(dialect, { file, options, block: () => buffer.decimals.block });
    this.#dialect = { delimiter: dialect.delimiter, file };
    this.#fast = new FastRows(this.rows, buffer.decimals, { ...this.#dialect, line: dialect.firstLine });
    buffer.drop(dialect.skip);
  }

  get line(): number {
    return this.#fast.line;
  }

  take(buffer: Carry, last: boolean): void {
    const bytes = buffer.bytes();
    let at = 0;
    if (this.#careful === undefined) {
      const progress = this.#fast.take(bytes, 0, bytes.lastIndexOf(10) + 1);
      at = progress.at;
      if (progress.unusual) this.#careful = new CarefulRows(this.rows, { ...this.#dialect, line: this.#fast.line });
    }
    if (this.#careful !== undefined) at = this.#careful.take(bytes, at, bytes.length, last);
    buffer.drop(at);
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
  #lines = 0;

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
    this.#end += piece.length;
    if (this.#lines < 3) for (const byte of piece) if (byte === 10 && ++this.#lines >= 3) break;
  }

  /** Whether there are `length` bytes with at least two rows among them. */
  holds(length: number): boolean {
    return this.length >= length && this.#lines >= 3;
  }

  drop(length: number): void {
    this.#start += length;
  }

  /** Ends the last line if its end is missing. */
  endLine(): void {
    if (this.length === 0 || this.#store[this.#end - 1] === 10) return;
    this.#reserve(1);
    this.#store[this.#end++] = 10;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#store.length) return;
    const length = this.length;
    this.#store.copyWithin(0, this.#start, this.#end);
    this.#start = 0;
    this.#end = length;
    if (length + more > this.#store.length) this.#store = this.decimals.room(2 * (length + more));
  }
}
