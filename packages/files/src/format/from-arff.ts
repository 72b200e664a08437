import type { OpenTable } from "../table/table.js";
import { ArffTable } from "./arff/arff-table.js";
import { ArffHeader } from "./arff/header.js";
import { commentStart, trimmed } from "./arff/row.js";
import type { ReadOptions } from "./format.js";
import { lines } from "./text/lines.js";
import type { Source } from "./text/source.js";

/**
 * The rows of an ARFF file, with one row per instance or with WEKA's relational bag attribute, dense or sparse.
 * Instance weights are left out. Holds all rows.
 */
export async function arffTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const header = new ArffHeader(source.name);
  let rows: ArffTable | undefined;
  let last = 0;
  for await (const { text, line } of lines(source)) {
    last = line;
    if (rows !== undefined) {
      const row = trimmed(text.slice(0, commentStart(text)));
      if (row !== "") rows.take(row, line);
    } else if (header.line(text, line)) rows = new ArffTable(header.attributes, { file: source.name, options });
  }
  if (rows === undefined) throw header.cutOff(last);
  return rows.table();
}
