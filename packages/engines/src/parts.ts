import type { ReadOptions } from "@bagwise/files";
import type { Grid } from "@bagwise/files/table";
import type { BagTable, TableColumn } from "./bag-table.js";
import type { Batch } from "./engine.js";
import { GridBuilder } from "./grid-builder.js";
import { countBags } from "./overview.js";
import { Statement } from "./statement.js";

/** How many values to hold of a table that is read in parts. */
export const VALUES = 2 ** 23;
/** How many hexadecimal digits of the hash divide a table: more parts than that nobody needs. */
const DIGITS = 6;

/** Some bags of a table, all of their rows. Bags with hashes up to `upTo` are done with it. */
export interface Part {
  readonly grid: Grid;
  readonly upTo: string;
}

/** The columns that reading with these options needs. */
export function neededColumns({ columns, bag, label }: BagTable, { recipe, group, show }: ReadOptions): TableColumn[] {
  if (recipe === undefined || recipe.encoders !== undefined) return [...columns];
  const wanted = new Set([
    ...[bag.name, label?.name, group ?? recipe.group, recipe.instances].flatMap((name) => name ?? []),
    ...recipe.columns.map(({ name }) => name),
    ...(show ?? recipe.show),
  ]);
  return columns.filter(({ name }) => wanted.has(name));
}

/** The rows that fulfil a condition, as one grid. */
export async function fetchGrid(
  table: BagTable,
  columns: readonly TableColumn[],
  condition: string,
  statement: Statement,
): Promise<Grid> {
  const builder = new GridBuilder(columns, table.bag.name);
  const { batches } = await table.engine.run(
    `SELECT ${selected(table, columns)} FROM ${table.from} WHERE ${condition}`,
    statement.parameters,
  );
  for await (const batch of batches) builder.add(batch);
  return builder.finish(table.engine.name);
}

function selected(table: BagTable, columns: readonly TableColumn[]): string {
  return columns
    .map(({ name, expression }, k) => `${name === table.bag.name ? table.bagText : expression} AS c${k}`)
    .join(", ");
}

/**
 * All bags of a table in parts of bounded size, in the order of their hashes, so that a run that was
 * stopped can go on `after` one. An engine that sorts on disk is asked once; the others for one range of
 * hashes after the other.
 */
export async function* partsOf(
  table: BagTable,
  columns: readonly TableColumn[],
  { after, values = VALUES }: { after?: string | undefined; values?: number | undefined } = {},
): AsyncGenerator<Part> {
  const mostRows = Math.max(1, Math.floor(values / columns.length));
  if (table.engine.dialect.sortsOnDisk) yield* sortedParts(table, columns, mostRows, after);
  else yield* rangeParts(table, columns, mostRows, after);
}

async function* sortedParts(
  table: BagTable,
  columns: readonly TableColumn[],
  mostRows: number,
  after: string | undefined,
): AsyncGenerator<Part> {
  const statement = new Statement(table.engine.dialect);
  const hash = table.engine.dialect.md5(table.bagText);
  const condition = after === undefined ? "" : ` AND ${hash} > ${statement.bind(after)}`;
  const { batches } = await table.engine.run(
    `SELECT ${selected(table, columns)}, ${hash} AS h FROM ${table.from} WHERE ${table.bagText} IS NOT NULL${condition} ORDER BY h`,
    statement.parameters,
  );
  const start = () => new GridBuilder(columns, table.bag.name);
  let builder = start();
  let last = "";
  for await (const batch of batches) {
    let from = 0;
    for (const { row, hash: before } of ends(batch, columns.length, last)) {
      if (builder.length + row - from < mostRows) continue;
      builder.add(batch, from, row);
      from = row;
      yield { grid: builder.finish(table.engine.name), upTo: before };
      builder = start();
    }
    builder.add(batch, from);
    last = String(batch.columns[columns.length][batch.length - 1]);
  }
  if (builder.length > 0) yield { grid: builder.finish(table.engine.name), upTo: last };
}

/** Where in a batch a bag has ended, and its hash. */
function* ends({ length, columns }: Batch, hashes: number, last: string): Generator<{ row: number; hash: string }> {
  let before = last;
  for (let row = 0; row < length; row++) {
    const hash = String(columns[hashes][row]);
    if (hash !== before && before !== "") yield { row, hash: before };
    before = hash;
  }
}

async function* rangeParts(
  table: BagTable,
  columns: readonly TableColumn[],
  mostRows: number,
  after: string | undefined,
): AsyncGenerator<Part> {
  const { instances } = await countBags(table);
  for (const { upTo, condition } of hashRanges(table, Math.ceil(instances / mostRows), after)) {
    const statement = new Statement(table.engine.dialect);
    const grid = await fetchGrid(table, columns, condition(statement), statement);
    if (grid.length > 0) yield { grid, upTo };
  }
}

/** A range of hashes: its end, and the condition on rows whose bags are in it. */
export interface HashRange {
  readonly upTo: string;
  condition(statement: Statement): string;
}

/** So many ranges of hashes, of equal size, without those that an earlier run has done. */
export function* hashRanges(table: BagTable, wanted: number, after: string | undefined): Generator<HashRange> {
  const all = 16 ** DIGITS;
  const ranges = Math.min(all, Math.max(1, wanted));
  const digits = (range: number) =>
    Math.ceil((range * all) / ranges)
      .toString(16)
      .padStart(DIGITS, "0");
  const hash = table.engine.dialect.md5(table.bagText);
  for (let range = 0; range < ranges; range++) {
    const upTo = range === ranges - 1 ? "g" : digits(range + 1);
    if (after !== undefined && upTo <= after) continue;
    yield {
      upTo,
      condition: (statement) => {
        const bounds = [`${hash} >= ${statement.bind(digits(range))}`, `${hash} < ${statement.bind(upTo)}`];
        if (after !== undefined) bounds.push(`${hash} >= ${statement.bind(after)}`);
        return bounds.join(" AND ");
      },
    };
  }
}
