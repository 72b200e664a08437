import { count, quote, thousands } from "@bagwise/core/base";
import type { BagTable, TableColumn } from "./bag-table.js";
import { rowsOf } from "./engine.js";

/** What a table held: in each of 16 parts, by the hash of the bags, as many bags and rows, and a sum over all values. */
export interface TableState {
  readonly smallest: string;
  readonly largest: string;
  readonly parts: readonly (readonly [part: string, bags: number, rows: number, sum: string])[];
}

/**
 * What a table holds in these columns, to see later whether it changed. All in the engine: one pass over the columns,
 * no value of which leaves it but the smallest and the largest id.
 */
export async function stateOf(table: BagTable, columns: readonly TableColumn[]): Promise<TableState> {
  const { checksum, md5 } = table.engine.dialect;
  const values = columns.filter(({ name }) => name !== table.bag.name && name !== table.label?.name);
  const sum = values.length === 0 ? "'0'" : checksum(values.map(({ expression }) => expression));
  const bags = `SELECT ${table.bagText} AS b, COUNT(*) AS n, ${sum} AS s FROM ${table.from} WHERE ${table.bagText} IS NOT NULL GROUP BY 1`;
  const sql = `SELECT SUBSTR(${md5("b")}, 1, 1) AS p, COUNT(*), SUM(n), MIN(b), MAX(b), ${checksum(["b", "s"])} FROM (${bags}) AS t GROUP BY 1 ORDER BY 1`;
  const rows = await rowsOf(await table.engine.run(sql));
  const ids = rows.flatMap(([, , , smallest, largest]) => [String(smallest), String(largest)]).sort();
  return {
    smallest: ids[0] ?? "",
    largest: ids.at(-1) ?? "",
    parts: rows.map(([part, each, all, , , hash]) => [String(part), Number(each), Number(all), String(hash)]),
  };
}

/** In what a table differs from what it was, as a clause; undefined if in nothing. */
export function changeOf(before: TableState, now: TableState): string | undefined {
  const found: string[] = [];
  const total = ({ parts }: TableState, k: 1 | 2) => parts.reduce((sum, part) => sum + part[k], 0);
  const counted = [
    ["bag", total(before, 1), total(now, 1)],
    ["row", total(before, 2), total(now, 2)],
  ] as const;
  for (const [noun, was, is] of counted) if (was !== is) found.push(`${count(is, noun)} instead of ${thousands(was)}`);
  for (const end of ["smallest", "largest"] as const)
    if (before[end] !== now[end]) found.push(`${quote(now[end])} as the ${end} id instead of ${quote(before[end])}`);
  const known = new Map(before.parts.map(([part, , , sum]) => [part, sum]));
  const names = new Set([...known.keys(), ...now.parts.map(([part]) => part)]);
  const same = now.parts.filter(([part, , , sum]) => known.get(part) === sum).length;
  if (same < names.size) found.push(`other ids or values in ${names.size - same} of ${count(names.size, "part")}`);
  return found.length === 0 ? undefined : `it has ${found.join(", ")}`;
}
