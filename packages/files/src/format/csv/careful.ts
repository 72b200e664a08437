import { InputError } from "@bagwise/core/base";
import { parseDecimalBytes } from "../decimal/bytes.js";
import { LONGEST_LINE, lineTooLong } from "../text/lines.js";
import { CsvRecords } from "./records.js";
import { BAG, type CsvRows, GROUP, LABEL } from "./rows.js";

/** Instead of a position: the rest of the record is still to come. */
export const INCOMPLETE = -1;

/** Reads the records that the fast reader leaves: those with quoted fields. */
export class CarefulRows {
  readonly #rows: CsvRows;
  readonly #records: CsvRecords;
  readonly #file: string;

  constructor(rows: CsvRows, { delimiter, file }: { delimiter: string; file: string }) {
    this.#rows = rows;
    this.#records = new CsvRecords(delimiter);
    this.#file = file;
  }

  /** Whether a record has begun and is not complete. */
  get open(): boolean {
    return this.#records.open;
  }

  /** How many bytes were looked at so far. */
  get looked(): number {
    return this.#records.looked;
  }

  /**
   * Reads the record that starts at `start`, on this line. Returns the position and the line after
   * it, or INCOMPLETE as the position.
   */
  take(bytes: Uint8Array, start: number, line: number): { at: number; line: number } {
    const records = this.#records;
    const found = records.scan(bytes, start, bytes.length);
    if (found === "broken") throw brokenQuote({ file: this.#file, line: line + records.breaksBeforeQuote });
    if (found === "wide") throw this.#rows.ragged(line, records.fields.length);
    if (found === "more") return { at: INCOMPLETE, line };
    this.#record(bytes, start, line);
    const after = { at: start + records.length, line: line + records.breaks + 1 };
    records.clear();
    return after;
  }

  /**
   * The error for a record of these bytes that never ends, or is longer than `LONGEST_LINE`; `line`
   * is where it starts.
   */
  endless(bytes: Uint8Array, line: number, { ended }: { ended: boolean }): InputError {
    if (!this.open) this.#records.scan(bytes, 0, bytes.length);
    const { quoting, breaksBeforeQuote } = this.#records;
    if (!quoting) return lineTooLong({ file: this.#file, line });
    return openQuote({ file: this.#file, line: line + breaksBeforeQuote }, { ended });
  }

  #record(bytes: Uint8Array, from: number, line: number): void {
    const { builder, kinds, labels, place, ragged } = this.#rows;
    const { fields } = this.#records;
    if (fields.length !== kinds.length) throw ragged(line, fields.length);
    const start = builder.startRow();
    const { values } = builder;
    let bag = -1;
    for (let column = 0; column < kinds.length; column++) {
      const kind = kinds[column];
      if (kind >= 0) values[start + kind] = this.#number(bytes, from, column, line);
      else if (kind === BAG) bag = builder.bag(this.#text(bytes, from, column, line), () => place(line, column));
    }
    for (let column = 0; column < kinds.length; column++) {
      const where = () => place(line, column);
      if (kinds[column] === LABEL) builder.label(bag, labels(this.#text(bytes, from, column, line), where), where);
      else if (kinds[column] === GROUP) builder.group(bag, this.#text(bytes, from, column, line), where);
    }
    builder.endRow(bag, line);
  }

  #number(bytes: Uint8Array, from: number, column: number, line: number): number {
    const { start, end } = this.#records.fields[column];
    const value = parseDecimalBytes(bytes, from + start, from + end);
    return Number.isFinite(value) ? value : this.#rows.value(this.#text(bytes, from, column, line), line, column);
  }

  #text(bytes: Uint8Array, from: number, column: number, line: number): string {
    return this.#records.text(column, bytes, from, { file: this.#file, line });
  }
}

const REMEDY = 'Close every quoted field with " and write a quote inside it as "".';

/** The error for text after a closing quote, at the line of the opening one. */
export function brokenQuote(where: { file: string; line: number }): InputError {
  const message = "other text follows the quoted field that starts on this line";
  return new InputError({ code: "quotes", message, remedy: REMEDY, where });
}

/** The error for a quote that opens on this line and is not closed. */
export function openQuote(where: { file: string; line: number }, { ended }: { ended: boolean }): InputError {
  const message = ended
    ? "a quote opens on this line and is never closed"
    : `a quote opens on this line and is not closed within ${LONGEST_LINE / 2 ** 20} MiB`;
  const remedy = ended ? REMEDY : `${REMEDY} If a text is as long as that, cut it into several rows.`;
  return new InputError({ code: "quotes", message, remedy, where });
}
