import type { BagSet } from "../bags/bag-set.js";
import { type ArrowTable, readArrow } from "./arrow/read-arrow.js";
import type { ReadOptions } from "./format.js";
import { listNames } from "./rows/roles.js";
import { tableToBags } from "./table/table-to-bags.js";
import { collect, type Source } from "./text/source.js";

/**
 * Reads an Arrow file, which Feather is, or a stream: one row per instance, with vectors as lists,
 * or one row per bag with a list of instances. Holds the file and its rows in memory.
 */
export async function fromArrow(source: Source, options: ReadOptions): Promise<BagSet> {
  const table = await arrowTable(source);
  options.signal?.throwIfAborted();
  const renamed = table.renamed.map(({ to }) => to);
  if (renamed.length > 0)
    options.onNote?.({
      code: "renamed-columns",
      message: `columns without a name of their own are called ${listNames(renamed)}`,
    });
  return await tableToBags(table, source.name, options);
}

/** The rows of an Arrow file, before anything is understood. */
export async function arrowTable(source: Source): Promise<ArrowTable> {
  return await readArrow(await collect(source), { file: source.name });
}
