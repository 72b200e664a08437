import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import type { OutputTable, OutputValue } from "../table/write-table.js";
import { roleColumns } from "./role-columns.js";
import { checkCharacters } from "./whole-characters.js";

/**
 * Bags as a table with one row per instance: bag, label (1, 0, -1), group if there are groups, then
 * the features. Throws an InputError for a text that is no Unicode.
 */
export function bagTable(bags: BagSet): OutputTable {
  checkCharacters(bags, { groups: true, features: true });
  const roles: string[] = Object.values(roleColumns(bags));
  return { columns: [...roles, ...bags.features], rows: rows(bags) };
}

function* rows(bags: BagSet): Generator<OutputValue[]> {
  for (const { id, label, group, size, instance } of bags) {
    const start = [id, LABEL_CODE[label], ...(group === undefined ? [] : [group])];
    for (let j = 0; j < size; j++) yield [...start, ...instance(j)];
  }
}
