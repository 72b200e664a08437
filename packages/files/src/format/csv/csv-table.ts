import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import type { TableRow } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { tableToBags } from "../table/table-to-bags.js";
import { lineTooLong } from "../text/lines.js";
import { brokenQuote, openQuote } from "./careful.js";
import { type Layout, UNNAMED } from "./dialect.js";
import { CsvRecords } from "./records.js";
import { raggedRow } from "./rows.js";

/** How many characters of text to hold in memory: a stream does not say how long it is. */
const MOST_TEXT = 2 ** 29;

/** Gathers the records of a CSV file as text, to find out what their columns mean. */
export class CsvTable {
  readonly #layout: Pick<Layout, "names">;
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #records: CsvRecords;
  readonly #onBadRow: ((error: InputError) => void) | undefined;
  #rows: TableRow[] = [];
  #line: number;
  #held = 0;

  /** `onBadRow`: gets the error of a row that does not fit, which is then left out. Default: it is thrown. */
  constructor(
    layout: Pick<Layout, "names" | "delimiter" | "firstLine">,
    { file, options, onBadRow }: { file: string; options: ReadOptions; onBadRow?: (error: InputError) => void },
  ) {
    this.#layout = layout;
    this.#file = file;
    this.#options = options;
    this.#onBadRow = onBadRow;
    this.#records = new CsvRecords(layout.delimiter);
    this.#line = layout.firstLine;
  }

  get looked(): number {
    return this.#records.looked;
  }

  /** Takes all complete records of these bytes. Returns where the first one that is not begins. */
  take(bytes: Uint8Array): number {
    const records = this.#records;
    let at = 0;
    while (at < bytes.length) {
      const found = records.scan(bytes, at, bytes.length);
      const where = { file: this.#file, line: this.#line };
      if (found === "more") break;
      if (found === "broken") throw brokenQuote({ ...where, line: this.#line + records.breaksBeforeQuote });
      if (!this.#isBlank(bytes, at)) this.#record(bytes, at, where);
      at += records.length;
      this.#line += records.breaks + 1;
      records.clear();
    }
    return at;
  }

  /** The error for a record that never ends. */
  endless(bytes: Uint8Array, { ended }: { ended: boolean }): InputError {
    if (!this.#records.open) this.#records.scan(bytes, 0, bytes.length);
    const { quoting, breaksBeforeQuote } = this.#records;
    const line = this.#line + breaksBeforeQuote;
    return quoting ? openQuote({ file: this.#file, line }, { ended }) : lineTooLong({ file: this.#file, line });
  }

  /** The rows taken so far, which are then forgotten. */
  release(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#held = 0;
    return rows;
  }

  async finish(): Promise<BagSet> {
    const { names } = this.#layout;
    const unnamed = names[0] === UNNAMED ? [UNNAMED] : [];
    const table = { columns: names, rowNoun: "line" as const, rows: this.#rows, unnamed };
    return await tableToBags(table, this.#file, this.#options);
  }

  #record(bytes: Uint8Array, at: number, where: { file: string; line: number }): void {
    const { fields } = this.#records;
    const { names } = this.#layout;
    if (fields.length !== names.length) {
      this.#refuse(raggedRow(where.file, where.line, fields.length, names.length));
      return;
    }
    this.#held += this.#records.length;
    if (this.#held > MOST_TEXT) throw tooMuchText(this.#file);
    const cells = names.map((_, column) => this.#records.text(column, bytes, at, where));
    this.#rows.push({ cells, number: where.line });
  }

  #refuse(error: InputError): void {
    if (this.#onBadRow === undefined) throw error;
    this.#onBadRow(error);
  }

  /** A line without any field is no record. */
  #isBlank(bytes: Uint8Array, at: number): boolean {
    const { fields } = this.#records;
    if (fields.length !== 1 || fields[0].quoted) return false;
    for (let k = at; k < at + fields[0].end; k++) if (bytes[k] > 32) return false;
    return true;
  }
}

function tooMuchText(file: string): InputError {
  return new InputError({
    code: "file-too-large",
    message: `there are more than ${MOST_TEXT / 2 ** 20} MiB of text whose columns are not all plain numbers`,
    remedy: "Leave out columns of text with the option ignore, and write numbers with a decimal point.",
    where: { file },
  });
}
