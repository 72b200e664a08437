import { cast, quoted } from "@bagwise/export/engines";
import type { ColumnOverview, TableOverview } from "@bagwise/files";
import type { BagTable } from "./bag-table.js";
import { MOST_FEATURES } from "./dialect.js";
import { rowsOf } from "./engine.js";
import { Statement } from "./statement.js";

/** An expression that is 1 for rows that are labelled positive, else 0. */
export function isPositive({ engine, bagText, label, positive, positiveBags }: BagTable, statement: Statement): string {
  if (positiveBags !== undefined && positiveBags.length > 0)
    return `CASE WHEN ${engine.dialect.trim(bagText)} IN (${statement.list(positiveBags)}) THEN 1 ELSE 0 END`;
  if (label === undefined || positive.length === 0) return "0";
  return `CASE WHEN ${cast(quoted(label.name), engine.dialect.types.text)} IN (${statement.list(positive)}) THEN 1 ELSE 0 END`;
}

/** The bags of a table with how many rows they have, as a query with the columns b, p (positive) and n. */
export function bagsQuery(table: BagTable, statement: Statement): string {
  const positive = isPositive(table, statement);
  return `SELECT ${table.bagText} AS b, MAX(${positive}) AS p, COUNT(*) AS n FROM ${table.from} GROUP BY 1`;
}

/** What is counted, so that several steps of one command ask once. */
const counted = new WeakMap<BagTable, Promise<Omit<TableOverview, "columns">>>();

/** Counts of bags and instances, all in the engine: one pass over the columns of bags and labels, and one only. */
export async function countBags(table: BagTable): Promise<Omit<TableOverview, "columns">> {
  const found = counted.get(table) ?? countAll(table);
  counted.set(table, found);
  return await found;
}

async function countAll(table: BagTable): Promise<Omit<TableOverview, "columns">> {
  const { engine } = table;
  const statement = new Statement(engine.dialect);
  const sql = `SELECT COUNT(*), SUM(n), SUM(p), MAX(n) FROM (${bagsQuery(table, statement)}) AS t WHERE b IS NOT NULL`;
  const [row = []] = await rowsOf(await engine.run(sql, statement.parameters));
  const [bags, instances, positive, largest] = row.map(Number);
  return { engine: engine.dialect.title, bags, instances, positive, largest };
}

/**
 * Missing values, ranges and means of all columns, at most 100 of them a statement. The mean may differ
 * in its last bits from run to run, because engines add in no fixed order.
 */
export async function columnOverviews({ engine, from, columns }: BagTable): Promise<ColumnOverview[]> {
  const found: ColumnOverview[] = [];
  for (let start = 0; start < columns.length; start += MOST_FEATURES) {
    const chunk = columns.slice(start, start + MOST_FEATURES);
    const parts = chunk.flatMap(({ name, kind, expression }) => {
      const missing = `SUM(CASE WHEN ${quoted(name)} IS NULL THEN 1 ELSE 0 END)`;
      return kind === "number"
        ? [missing, ...["MIN", "MAX", "AVG"].map((aggregate) => `${aggregate}(${expression})`)]
        : [missing];
    });
    const [row = []] = await rowsOf(await engine.run(`SELECT ${parts.join(", ")} FROM ${from}`));
    const values = row.values();
    const next = () => values.next().value ?? null;
    const number = (value: unknown) => (value === null ? null : Number(value));
    for (const { name, kind } of chunk) {
      const missing = Number(next() ?? 0);
      const [min, max, mean] = kind === "number" ? [next(), next(), next()].map(number) : [null, null, null];
      found.push({ name, missing, min, max, mean });
    }
  }
  return found;
}
