import type { BagSet } from "@bagwise/core/bags";
import type { InputError } from "@bagwise/core/base";
import { asksForEncoder } from "../encode/encoders.js";
import type { OpenTable, TableRow } from "../table/table.js";
import { CarefulRows, INCOMPLETE } from "./csv/careful.js";
import { CsvTable } from "./csv/csv-table.js";
import { type Dialect, type Layout, readDialect, readLayout, UNNAMED } from "./csv/dialect.js";
import { FastRows } from "./csv/fast.js";
import { type CsvRows, csvRows } from "./csv/rows.js";
import { type DecimalReader, decimalReader, giveBack } from "./decimal/reader.js";
import type { ReadOptions } from "./format.js";
import { plainRecipe } from "./rows/plain-recipe.js";
import { LONGEST_LINE, lineTooLong } from "./text/lines.js";
import type { Source } from "./text/source.js";

/** How many bytes to gather before detecting the dialect. */
const HEAD = 2 ** 18;

/**
 * Reads CSV, TSV and their relatives, one row per instance.
 *
 * Where the first rows show plain numbers, rows are read as they come: those without quoted fields by
 * a fast reader, the others by a careful one, with the same rules, so both give the same BagSet.
 * Streaming: besides the result it needs a buffer of a few pieces. Costs one pass: no byte is looked
 * at again, however long a quoted field is.
 *
 * Where there is more to understand (words, dates, decimal commas), all rows are held in memory
 * first. A file of more than `LARGEST_TABLE` bytes is read as it comes all the same.
 */
export async function fromCsv(source: Source, options: ReadOptions = {}): Promise<BagSet> {
  const reader = new CsvReader(source.name, options, { large: (source.size ?? 0) > LARGEST_TABLE });
  try {
    for await (const piece of source.bytes()) reader.add(piece);
    return await reader.finish();
  } finally {
    reader.close();
  }
}

/** The rows of a CSV file as texts, one after the other. Memory: a few pieces of the file. */
export async function csvTable(
  source: Source,
  options: ReadOptions,
  onBadRow: (error: InputError) => void = refuse,
): Promise<OpenTable> {
  const reader = new CsvReader(source.name, options, { onBadRow });
  const pieces = source.bytes()[Symbol.asyncIterator]();
  /** Reads one piece more; returns whether there was one. */
  const more = async () => {
    const { done, value } = await pieces.next();
    if (done) reader.end();
    else reader.add(value);
    return !done;
  };
  let open = true;
  while (open && reader.layout === undefined) open = await more();
  if (reader.layout === undefined) throw new Error("a reader that ended knows the layout");
  const { names, header } = reader.layout;
  const rows = async function* () {
    for (; ; open = await more()) {
      yield* reader.release();
      if (!open) return;
    }
  };
  const unnamed = names[0] === UNNAMED ? [UNNAMED] : [];
  return { columns: names, rowNoun: "line", rows: rows(), nameless: !header, unnamed };
}

function refuse(error: InputError): never {
  throw error;
}

function encodes(options: ReadOptions): boolean {
  return asksForEncoder(options) || options.recipe?.encoders !== undefined;
}

/** The largest file to hold in memory as text: 256 MiB. */
const LARGEST_TABLE = 2 ** 28;

/** Takes a CSV file piece by piece. */
export class CsvReader {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #buffer = new Carry(decimalReader());
  readonly #large: boolean;
  readonly #onBadRow: ((error: InputError) => void) | undefined;
  #layout: Layout | undefined;
  #parts: { rows: CsvRows; fast: FastRows; careful: CarefulRows; dialect: Dialect } | undefined;
  #table: CsvTable | undefined;
  /** How many bytes there must be to detect the dialect. */
  #wanted = HEAD;

  /**
   * `large`: too large to be held in memory as text. `onBadRow`: the rows are wanted as they are, with
   * `release`, and this gets the errors of those that do not fit.
   */
  constructor(
    file: string,
    options: ReadOptions,
    { large = false, onBadRow }: { large?: boolean; onBadRow?: (error: InputError) => void } = {},
  ) {
    this.#file = file;
    this.#options = options;
    this.#large = large;
    this.#onBadRow = onBadRow;
  }

  /** What the columns are called, once it is known, if the rows are wanted as they are. */
  get layout(): Layout | undefined {
    return this.#layout;
  }

  /** The rows read so far, if they are wanted as they are. */
  release(): TableRow[] {
    return this.#table?.release() ?? [];
  }

  /** How many bytes of records with quotes were looked at: once each, if all is well. */
  get looked(): number {
    return this.#parts?.careful.looked ?? this.#table?.looked ?? 0;
  }

  add(piece: Uint8Array): void {
    const buffer = this.#buffer;
    buffer.add(piece);
    const enough = buffer.length >= this.#wanted && buffer.complete > 0;
    if (!this.#started && enough && !this.#start(false)) this.#wanted = 2 * buffer.length;
    this.#take();
    if (buffer.length > LONGEST_LINE) throw this.#endless(false);
  }

  /** Takes what is left after the last piece. */
  end(): void {
    this.#buffer.endLine();
    if (!this.#started) this.#start(true);
    this.#take();
    if (!this.#started || this.#buffer.length > 0) throw this.#endless(true);
  }

  /** Gives the memory back, for the next file. Nothing else can be called after it. */
  close(): void {
    this.#buffer.close();
  }

  async finish(): Promise<BagSet> {
    this.end();
    if (this.#table !== undefined) return await this.#table.finish();
    if (this.#parts === undefined) throw new Error("a reader that started has rows");
    const { rows, dialect } = this.#parts;
    return rows.builder.finish().withRecipe(plainRecipe(dialect, this.#options));
  }

  get #started(): boolean {
    return this.#parts !== undefined || this.#table !== undefined;
  }

  /** Detects the dialect. Returns whether there were bytes enough. */
  #start(whole: boolean): boolean {
    const buffer = this.#buffer;
    const file = this.#file;
    if (this.#onBadRow !== undefined) {
      const layout = readLayout(buffer.bytes(), { whole, file, options: this.#options });
      if (layout === undefined) return false;
      buffer.drop(layout.skip);
      this.#layout = layout;
      this.#table = new CsvTable(layout, { file, options: this.#options, onBadRow: this.#onBadRow });
      return true;
    }
    const dialect = readDialect(buffer.bytes(), { whole, file, options: this.#options });
    if (dialect === undefined) return false;
    buffer.drop(dialect.skip);
    // Raw things are no numbers: however large the file is, nothing but a table of it can be encoded.
    if (!dialect.plain && (!this.#large || encodes(this.#options))) {
      this.#table = new CsvTable(dialect, { file, options: this.#options });
      return true;
    }
    dialect.note();
    const rows = csvRows(dialect, { file, options: this.#options, block: () => buffer.decimals.block });
    const { delimiter, firstLine: line } = dialect;
    const fast = new FastRows(rows, buffer.decimals, { delimiter, line, file });
    this.#parts = { rows, fast, careful: new CarefulRows(rows, { delimiter, file }), dialect };
    return true;
  }

  /** Reads all complete records: the fast reader up to a quoted field, the careful one past it. */
  #take(): void {
    if (this.#table !== undefined) this.#buffer.drop(this.#table.take(this.#buffer.bytes()));
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
    if (this.#table !== undefined) return this.#table.endless(this.#buffer.bytes(), { ended });
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
  /** As much as a file takes unless its lines are long. */
  static readonly ROOM = 2 ** 21;
  readonly decimals: DecimalReader;
  #store: Uint8Array;
  #start = 0;
  #end = 0;
  /** The position after the last line feed, or an earlier one if there is none. */
  #complete = 0;

  constructor(decimals: DecimalReader) {
    this.decimals = decimals;
    this.#store = decimals.room(Carry.ROOM);
  }

  /** Keeps the memory for the next file, unless there is unusually much of it. */
  close(): void {
    if (this.#store.length <= Carry.ROOM) giveBack(this.decimals);
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
