import { count, type Note, thousands } from "@bagwise/core/base";
import { gridSource, type ReadOptions, type Source, type TableOverview } from "@bagwise/files";
import { type BagTable, bagTable } from "./bag-table.js";
import type { EngineOptions } from "./engine.js";
import { labelNotes } from "./label-match.js";
import { columnOverviews, countBags } from "./overview.js";
import { fetchGrid, neededColumns, partsOf } from "./parts.js";
import { inSample, sampleOf } from "./sample.js";
import type { EngineSource } from "./source.js";
import { Statement } from "./statement.js";

/** The rows that were read, what to know about them, and what the engine counted in all of the table. */
export interface SourceRows {
  readonly source: Source;
  readonly notes: readonly Note[];
}

/** Opens a table of a source, and closes the connection when the work is done. */
export async function withTable<Result>(
  source: EngineSource,
  options: ReadOptions,
  work: (table: BagTable) => Promise<Result>,
  { writes = false }: Pick<EngineOptions, "writes"> = {},
): Promise<Result> {
  const engine = await source.connect({ timeout: options.timeout, writes });
  try {
    return await work(await bagTable(engine, options));
  } finally {
    await engine.close();
  }
}

/** Reads all bags of a source that fit, or a sample of them, as a table at hand. */
export async function readSource(source: EngineSource, options: ReadOptions): Promise<SourceRows> {
  return await withTable(source, options, (table) => withLabelNotes(table, options, sampled(table, options)));
}

/** The same, with what the engine counted in all of the table. */
export async function surveySource(
  source: EngineSource,
  options: ReadOptions,
): Promise<SourceRows & { readonly whole: TableOverview }> {
  return await withTable(source, options, async (table) => {
    const counts = await countBags(table);
    const rows = await withLabelNotes(table, options, sampled(table, options, counts));
    return { ...rows, whole: { ...counts, columns: await columnOverviews(table) } };
  });
}

/** A sample lacks bags that have a label, so the engine is asked which labels are of none. */
async function withLabelNotes(table: BagTable, options: ReadOptions, read: Promise<SourceRows>): Promise<SourceRows> {
  const { source, notes } = await read;
  return notes.length === 0 ? { source, notes } : { source, notes: [...notes, ...(await labelNotes(table, options))] };
}

/** All bags of a source, one part of bounded size after the other. */
export async function* sourceParts(source: EngineSource, options: ReadOptions): AsyncGenerator<Source> {
  const engine = await source.connect({ timeout: options.timeout });
  try {
    const table = await bagTable(engine, options);
    for await (const { grid } of partsOf(table, neededColumns(table, options))) yield gridSource(grid, source.name);
  } finally {
    await engine.close();
  }
}

/** The rows of the bags that are to be read: those named, all of them, or a sample. */
export async function sampled(
  table: BagTable,
  options: ReadOptions,
  counted?: Omit<TableOverview, "columns">,
): Promise<SourceRows> {
  const columns = neededColumns(table, options);
  const { name, dialect } = table.engine;
  const statement = new Statement(dialect);
  if (options.onlyBags !== undefined) {
    const condition = `${table.bagText} IN (${statement.list(options.onlyBags)})`;
    return { source: gridSource(await fetchGrid(table, columns, condition, statement), name), notes: [] };
  }
  const counts = counted ?? (await countBags(table));
  const sample = sampleOf(counts, columns.length, options.trainBags);
  const all = sample.positive + sample.others >= counts.bags;
  const condition = all ? `${table.bagText} IS NOT NULL` : await inSample(table, sample, statement);
  const grid = await fetchGrid(table, columns, condition, statement);
  return { source: gridSource(grid, name), notes: all ? [] : [sampledNote(counts, sample)] };
}

function sampledNote(
  { bags, positive }: Pick<TableOverview, "bags" | "positive">,
  sample: { readonly positive: number; readonly others: number },
): Note {
  const known =
    sample.positive === positive
      ? `all ${count(positive, "positive bag")}`
      : `${thousands(sample.positive)} of ${count(positive, "positive bag")}`;
  const others = bags - positive;
  return {
    code: "bags-sampled",
    message: `${known} and ${thousands(sample.others)} of ${thousands(others)} others were read, chosen by a hash of their ids. Among those others the share of positives is that of the table; a larger sample (--train-bags) ranks better if the measures still rise with it`,
  };
}
