import type { TableOverview } from "@bagwise/files";
import type { BagTable } from "./bag-table.js";
import { rowsOf } from "./engine.js";
import { bagsQuery } from "./overview.js";
import { MOST_NAMED, namable, Statement } from "./statement.js";

/** How many bytes the values of a sample may take: reading and learning need a few copies of them. */
const MOST_BYTES = 2 ** 29;
/** How many bags to read at most if you do not say: training compares all of them with each other. */
const USUAL_BAGS = 5000;

/** Which bags to read: so many of the positive ones, and of the others. */
export interface Sample {
  readonly positive: number;
  readonly others: number;
}

/**
 * The usual sample: everything, if there are at most 5,000 bags whose values take at most 512 MB, so
 * that training fits in 2 GB. Otherwise all positives, or half the sample if there are more, and as
 * many of the others as fit.
 */
export function sampleOf(
  { bags, instances, positive }: Pick<TableOverview, "bags" | "instances" | "positive">,
  columns: number,
  most?: number,
): Sample {
  const bytes = (8 * columns * instances) / Math.max(1, bags);
  const fit = most ?? Math.max(2, Math.min(USUAL_BAGS, Math.floor(MOST_BYTES / Math.max(8, bytes))));
  const others = bags - positive;
  if (bags <= fit) return { positive, others };
  const known = Math.min(positive, Math.max(fit - others, Math.floor(fit / 2)));
  return { positive: known, others: fit - known };
}

/**
 * A condition on rows that are in the sample: the bags with the smallest hashes of each kind. They are found in one
 * pass over the columns of bags and labels, and named: on 2 million rows DuckDB looks names up in a twentieth of the time that a hash
 * of every row takes. More than `mostNamed`, by default 10,000, stay in the engine, as a subquery.
 */
export async function inSample(
  table: BagTable,
  sample: Sample,
  statement: Statement,
  { mostNamed = MOST_NAMED }: { readonly mostNamed?: number } = {},
): Promise<string> {
  const { positive, others } = sample;
  if (positive + others > mostNamed) return subquery(table, sample, statement);
  const { md5 } = table.engine.dialect;
  const asked = new Statement(table.engine.dialect);
  const bags = `SELECT b, p, ${md5("b")} AS h FROM (${bagsQuery(table, asked)}) AS t WHERE b IS NOT NULL`;
  const ranked = `SELECT b, p, ROW_NUMBER() OVER (PARTITION BY p ORDER BY h) AS r FROM (${bags}) AS s`;
  const sql = `SELECT b FROM (${ranked}) AS n WHERE r <= CASE WHEN p = 1 THEN ${positive} ELSE ${others} END`;
  const found = (await rowsOf(await table.engine.run(sql, asked.parameters))).map(([bag]) => String(bag));
  if (namable(found) < found.length) return subquery(table, sample, statement);
  return found.length === 0 ? "1 = 0" : `${table.bagText} IN (${statement.list(found)})`;
}

/** The same in the engine alone. */
function subquery(table: BagTable, { positive, others }: Sample, statement: Statement): string {
  const { md5 } = table.engine.dialect;
  const chosen = [
    [1, positive],
    [0, others],
  ].map(([p, most]) => {
    const bags = `SELECT b, ${md5("b")} AS h FROM (${bagsQuery(table, statement)}) AS t WHERE p = ${p} AND b IS NOT NULL`;
    return `SELECT b FROM (SELECT b FROM (${bags}) AS s ORDER BY h LIMIT ${most}) AS c${p}`;
  });
  return `${table.bagText} IN (${chosen.join(" UNION ALL ")})`;
}
