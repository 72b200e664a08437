import { brokenQuote, openQuote } from "./careful.js";
import { guessDelimiter } from "./dialect.js";
import { CsvRecords } from "./records.js";

/** A record as texts, and the line on which it starts. */
export interface TableRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/**
 * All records of a CSV text that are not blank, by the rules of the reader of bags. Throws an
 * InputError for a broken quote. Default delimiter: guessed.
 */
export function csvTable(
  text: string,
  { file, delimiter }: { file: string; delimiter?: string | undefined },
): TableRow[] {
  const bytes = new TextEncoder().encode(`${text}\n`);
  const records = new CsvRecords(delimiter ?? guessDelimiter(bytes));
  const rows: TableRow[] = [];
  let line = 1;
  for (let from = 0; from < bytes.length; ) {
    const found = records.scan(bytes, from, bytes.length);
    const where = { file, line: line + records.breaksBeforeQuote };
    if (found === "more") throw openQuote(where, { ended: true });
    if (found !== "record") throw brokenQuote(where);
    const fields = records.fields.map((_, column) => records.text(column, bytes, from, { file, line }));
    if (fields.some((field) => field.trim() !== "")) rows.push({ fields, line });
    line += records.breaks + 1;
    from += records.length;
    records.clear();
  }
  return rows;
}
