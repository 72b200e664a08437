import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import {
  type OutputTable,
  type OutputValue,
  type Pieces,
  type TableFormat,
  tablePieces,
} from "../table/write-table.js";
import { roleColumns } from "./role-columns.js";
import { checkCharacters } from "./whole-characters.js";

/**
 * Bags as a file with one row per instance: bag, label (1, 0, -1), group if there are groups, then the features.
 * Numbers read back to the same bits. Keeps everything of a BagSet. Arrow holds it in memory twice; a sheet of Excel
 * has room for 1,048,575 instances and about 16,000 features. Throws an InputError for a text that is no Unicode, but
 * for JSON Lines, which can hold it.
 */
export async function bagRows(bags: BagSet, format: TableFormat): Promise<Pieces> {
  if (format !== "jsonl") checkCharacters(bags, { groups: true, features: true });
  const roles: string[] = Object.values(roleColumns(bags));
  const table: OutputTable = { columns: [...roles, ...bags.features], rows: rows(bags) };
  return await tablePieces(table, format);
}

function* rows(bags: BagSet): Generator<OutputValue[]> {
  for (const { id, label, group, size, instance } of bags) {
    const start = [id, LABEL_CODE[label], ...(group === undefined ? [] : [group])];
    for (let j = 0; j < size; j++) yield [...start, ...instance(j)];
  }
}
