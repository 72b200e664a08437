import type { BagSet } from "@bagwise/core/bags";
import { writeArrow } from "./arrow/write-arrow.js";
import { bagTable } from "./rows/bag-table.js";
import { typedColumns } from "./table/typed-columns.js";

/**
 * Writes an Arrow IPC file (Feather) with one row per instance. Keeps everything of a BagSet. Holds
 * it in memory twice.
 */
export function toArrow(bags: BagSet): Iterable<Uint8Array> {
  return writeArrow(typedColumns(bagTable(bags)));
}
