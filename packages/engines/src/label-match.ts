import type { Note } from "@bagwise/core/base";
import type { ReadOptions } from "@bagwise/files";
import type { BagTable } from "./bag-table.js";
import { rowsOf } from "./engine.js";
import { namable, Statement } from "./statement.js";

/** How many bags to name if no label is of one of them. */
const SOME = 4;

/**
 * Asks a table which ids of a file of labels are bags of it, and notes those that are none. Throws an InputError if
 * none is. Of many ids it asks for those that fit in one statement, positive ones first. Nothing without such a file.
 * Costs one pass over the column of bags.
 */
export async function labelNotes(table: BagTable, { labelsAsked }: ReadOptions): Promise<readonly Note[]> {
  if (labelsAsked === undefined) return [];
  const { engine, bagText, from } = table;
  const asked = labelsAsked.ids.slice(0, namable(labelsAsked.ids));
  const id = engine.dialect.trim(bagText);
  const statement = new Statement(engine.dialect);
  const texts = async (sql: string) =>
    (await rowsOf(await engine.run(sql, statement.parameters.splice(0)))).map(([text]) => String(text));
  const condition = asked.length === 0 ? "1 = 0" : `${id} IN (${statement.list(asked)})`;
  const found = await texts(`SELECT DISTINCT ${id} AS b FROM ${from} WHERE ${condition}`);
  const bags =
    found.length > 0
      ? []
      : await texts(
          `SELECT DISTINCT ${bagText} AS b FROM ${from} WHERE ${bagText} IS NOT NULL ORDER BY b LIMIT ${SOME}`,
        );
  return labelsAsked.heard(new Set(found), asked.length, bags);
}
