import { destinationOf, writeAtomically } from "@bagwise/engines/disk";
import {
  type OutputTable,
  type TableFormat,
  tableFormatByEnding,
  type WriteTableOptions,
  writeTable,
  writeTables,
} from "@bagwise/files/table";

/**
 * The format of a table to write to this path: by its ending, or CSV for a pipe or a device, whose
 * name says nothing. Throws an InputError for another ending.
 */
export async function tableFormatFor(path: string): Promise<TableFormat> {
  const { through } = await destinationOf(path);
  try {
    return tableFormatByEnding(path);
  } catch (error) {
    if (through) return "csv";
    throw error;
  }
}

/**
 * Writes a table to a file, whole or not at all, in the format that its name ends like; `.gz` at the
 * end packs it. The options are those of `writeTable`.
 */
export async function writeTableFile(
  path: string,
  table: OutputTable,
  options: Pick<WriteTableOptions, "safe" | "mark"> = {},
): Promise<void> {
  const format = await tableFormatFor(path);
  await writeAtomically(path, writeTable(table, format, { ...options, gzip: /\.gz$/i.test(path) }));
}

/**
 * Writes tables with the same columns to one file, whole or not at all, each as it comes. `holds`: see
 * `writeAtomically`.
 */
export async function writeTablesFile(
  path: string,
  tables: AsyncIterable<OutputTable>,
  { holds, ...options }: Pick<WriteTableOptions, "safe" | "mark"> & { holds?: (() => boolean) | undefined } = {},
): Promise<void> {
  const format = await tableFormatFor(path);
  await writeAtomically(path, writeTables(tables, format, { ...options, gzip: /\.gz$/i.test(path) }), holds);
}
