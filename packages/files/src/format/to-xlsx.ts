import type { BagSet } from "@bagwise/core/bags";
import { bagTable } from "./rows/bag-table.js";
import { writeXlsx } from "./xlsx/write-xlsx.js";

/**
 * Writes an Excel file with a header and one row per instance. Keeps everything of a BagSet. Throws
 * an InputError for more than 1,048,575 instances or about 16,000 features.
 */
export function toXlsx(bags: BagSet): AsyncIterable<Uint8Array> {
  return writeXlsx(bagTable(bags));
}
