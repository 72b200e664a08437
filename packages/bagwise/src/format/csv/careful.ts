import Papa from "papaparse";
import { InputError } from "../../base/errors.js";
import { invalidUtf8 } from "../text/source.js";
import { type CsvRows, takeFields } from "./rows.js";

/** Reads rows with quoted fields: papaparse on blocks of complete records. */
export class CarefulRows {
  readonly #rows: CsvRows;
  readonly #delimiter: string;
  readonly #file: string;
  #line: number;

  constructor(rows: CsvRows, { delimiter, line, file }: { delimiter: string; line: number; file: string }) {
    this.#rows = rows;
    this.#delimiter = delimiter;
    this.#file = file;
    this.#line = line;
  }

  /**
   * Reads the complete records between `start` and `end`; everything if `last`. Returns the
   * position after them.
   */
  take(bytes: Uint8Array, start: number, end: number, last: boolean): number {
    const stop = last ? end : lastRecordEnd(bytes, start, end);
    if (stop > start) this.#block(bytes.subarray(start, stop));
    return stop;
  }

  #block(bytes: Uint8Array): void {
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw invalidUtf8({ file: this.#file, line: this.#line });
    }
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: this.#delimiter, newline: "\n" });
    const broken = errors.find((error) => error.type === "Quotes");
    for (let i = 0; i < data.length; i++) {
      const fields = data[i];
      const end = fields.length - 1;
      // Lines are split at line feeds, so a carriage return may remain at the end of each.
      if (fields[end].endsWith("\r")) fields[end] = fields[end].slice(0, -1);
      if (broken?.row === i) throw this.#badQuote(broken.message);
      if (!(fields.length === 1 && fields[0] === "")) takeFields(this.#rows, fields, this.#line);
      else if (i === data.length - 1) continue;
      this.#line++;
      for (const field of fields) for (const character of field) if (character === "\n") this.#line++;
    }
  }

  #badQuote(message: string): InputError {
    return new InputError({
      code: "quotes",
      message: `a quoted field is not closed or is followed by other text (${message})`,
      remedy: 'Close every quoted field with " and write a quote inside it as "".',
      where: { file: this.#file, line: this.#line },
    });
  }
}

/** The byte after the last line feed that is outside quotes; `start` when there is none. */
function lastRecordEnd(bytes: Uint8Array, start: number, end: number): number {
  let quoted = false;
  let stop = start;
  for (let at = start; at < end; at++) {
    if (bytes[at] === 34) quoted = !quoted;
    else if (bytes[at] === 10 && !quoted) stop = at + 1;
  }
  return stop;
}
