import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileSource, temporaryFor, withTemporary } from "@bagwise/engines/disk";
import { type OutputTable, writeTable, writeTables } from "@bagwise/files/table";
import { Option } from "commander";
import { writeTableFile, writeTablesFile } from "../../node/files/write-table-file.js";
import { terminal } from "../terminal.js";
import { printRows } from "../text/output.js";

/** The flag of every command that writes a table for people. */
export function safeCsvOption(): Option {
  return new Option("--safe-csv", "in CSV, put an apostrophe before text that a spreadsheet would run as a formula");
}

/** Writes a table to a file, in the format that its name ends like, or for - as CSV to standard output. */
export async function writeTableOut(path: string, table: OutputTable, { safe }: { safe: boolean }): Promise<void> {
  if (path === "-") await printPieces(writeTable(table, "csv", { safe }));
  else await writeTableFile(path, table, { safe });
}

/**
 * The same for tables with the same columns, each as it comes. With `holds`, which says in the end whether the tables
 * are to stay, they are printed when all have come, so that nothing is half-printed.
 */
export async function writeTablesOut(
  path: string,
  tables: AsyncIterable<OutputTable>,
  { safe, holds }: { safe: boolean; holds?: (() => boolean) | undefined },
): Promise<void> {
  if (path !== "-") return await writeTablesFile(path, tables, { safe, holds });
  if (holds === undefined) return await printPieces(writeTables(tables, "csv", { safe }));
  const file = `${temporaryFor(join(tmpdir(), "bagwise-scores.csv"))}.csv`;
  await withTemporary(file, async () => {
    await writeTablesFile(file, tables, { safe });
    if (holds()) await printPieces((await fileSource(file)).bytes());
  });
}

/** Prints text in pieces, as fast as it is taken: as it is, except on a screen. */
export async function printPieces(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const { stdout } = terminal();
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    if (stdout.isTTY) printRows([decoder.decode(piece, { stream: true })]);
    else if (!stdout.write(piece)) await once(stdout, "drain");
  }
}
