import { once } from "node:events";
import { type OutputTable, writeTable, writeTables } from "@bagwise/files/table";
import { writeTableFile, writeTablesFile } from "../../node/files/write-table-file.js";
import { terminal } from "../terminal.js";
import { printRows } from "../text/style.js";

/** Writes a table to a file, in the format that its name ends like, or for - as CSV to standard output. */
export async function writeTableOut(path: string, table: OutputTable, { safe }: { safe: boolean }): Promise<void> {
  if (path === "-") await printPieces(writeTable(table, "csv", { safe }));
  else await writeTableFile(path, table, { safe });
}

/** The same for tables with the same columns, each as it comes. */
export async function writeTablesOut(
  path: string,
  tables: AsyncIterable<OutputTable>,
  { safe }: { safe: boolean },
): Promise<void> {
  if (path === "-") await printPieces(writeTables(tables, "csv", { safe }));
  else await writeTablesFile(path, tables, { safe });
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
