import type { OpenTable } from "../table/table.js";
import { readArrow } from "./arrow/read-arrow.js";
import type { ReadOptions } from "./format.js";
import { noteRenamed } from "./rows/messages.js";
import { collect, type Source } from "./text/source.js";

/**
 * The rows of an Arrow file, which Feather is, or a stream: one row per instance, with vectors as lists,
 * or one row per bag with a list of instances. Holds the file and its rows in memory.
 */
export async function arrowTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const table = await readArrow(await collect(source), { file: source.name });
  options.signal?.throwIfAborted();
  noteRenamed(options, table.renamed);
  return table;
}
