import { BagSet, isPlain } from "@bagwise/core/bags";
import { leavesOf } from "@bagwise/core/kernels";
import type { Model } from "@bagwise/core/model";
import { cast } from "@bagwise/export/engines";
import type { BagTable, TableColumn } from "./bag-table.js";
import { MOST_FEATURES } from "./dialect.js";
import type { Batch, Value } from "./engine.js";
import { countBags } from "./overview.js";
import { hashRanges, VALUES } from "./parts.js";
import { Statement } from "./statement.js";

/** The aggregates of each statistic, one row of the small bag each. */
const AGGREGATES = { minimax: ["MIN", "MAX"], mean: ["AVG"] } as const;

/** Numbers beyond this are no values to reading here. */
const LARGEST = "1e300";

/** Some bags of a table, reduced to what a model needs of them. Bags with hashes up to `upTo` are done with it. */
export interface StatisticPart {
  /**
   * A bag of few instances for each bag of the table: one with its smallest and one with its largest values,
   * or one with its means.
   */
  readonly bags: BagSet;
  /** Bags with missing values, whose rows have to be read. */
  readonly gaps: readonly string[];
  readonly upTo: string;
}

/** What a model needs of a bag, and the columns that it comes from. */
export interface NeededStatistics {
  readonly statistic: keyof typeof AGGREGATES;
  readonly columns: readonly TableColumn[];
}

/**
 * What a model needs of a bag, if that is its smallest and largest values or its means alone, and if its features are
 * columns of numbers in the table. Undefined for any other model: its bags have to be read.
 */
export function neededStatistics(table: BagTable, model: Model): NeededStatistics | undefined {
  const { scorer, card } = model.parts();
  if (scorer.kind !== "bags" || (card.recipe !== undefined && !isPlain(card.recipe))) return undefined;
  const names = new Set(leavesOf(scorer.kernel).map((leaf) => (leaf.type === "statistic" ? leaf.statistic : "other")));
  const [statistic] = names;
  if (names.size !== 1 || (statistic !== "minimax" && statistic !== "mean")) return undefined;
  const numbers = new Map(table.columns.filter(({ kind }) => kind === "number").map((each) => [each.name, each]));
  const columns = model.features.flatMap((name) => numbers.get(name) ?? []);
  return columns.length === model.features.length ? { statistic, columns } : undefined;
}

/**
 * All bags of a table in the order of their hashes, reduced by the engine, in parts of bounded size. At most 100
 * features are aggregated in a statement. An engine that sorts on disk is asked once, if that is enough;
 * otherwise one range of hashes comes after the other.
 */
export async function* statisticParts(
  table: BagTable,
  needed: NeededStatistics,
  { after, values = VALUES }: { after?: string | undefined; values?: number | undefined } = {},
): AsyncGenerator<StatisticPart> {
  const perBag = needed.columns.length * AGGREGATES[needed.statistic].length;
  const mostBags = Math.max(1, Math.floor(values / perBag));
  if (table.engine.dialect.sortsOnDisk && needed.columns.length <= MOST_FEATURES)
    yield* sortedParts(table, needed, mostBags, after);
  else yield* rangeParts(table, needed, mostBags, after);
}

/** The statement for some columns: the id, the aggregates of each column, and whether a value is missing. */
function aggregated(
  table: BagTable,
  { statistic }: NeededStatistics,
  columns: readonly TableColumn[],
  condition: string,
): string {
  const found = columns.flatMap(({ expression }) => AGGREGATES[statistic].map((each) => `${each}(${expression})`));
  // A sum is missing, or no number, if one of its terms is.
  const sum = columns.map(({ expression }) => expression).join(" + ");
  const gap = `MAX(CASE WHEN ABS(${sum}) < ${cast(`'${LARGEST}'`, table.engine.dialect.types.real)} THEN 0 ELSE 1 END)`;
  const parts = [...found, gap].map((each, k) => `${each} AS a${k}`);
  return `SELECT ${table.bagText} AS b, ${parts.join(", ")} FROM ${table.from} WHERE ${condition} GROUP BY 1`;
}

async function* sortedParts(
  table: BagTable,
  needed: NeededStatistics,
  mostBags: number,
  after: string | undefined,
): AsyncGenerator<StatisticPart> {
  const { md5 } = table.engine.dialect;
  const statement = new Statement(table.engine.dialect);
  const more = after === undefined ? "" : ` AND ${md5(table.bagText)} > ${statement.bind(after)}`;
  const inner = aggregated(table, needed, needed.columns, `${table.bagText} IS NOT NULL${more}`);
  const sql = `SELECT t.*, ${md5("b")} AS h FROM (${inner}) AS t ORDER BY h`;
  const { batches } = await table.engine.run(sql, statement.parameters);
  let builder = new PartBuilder(needed);
  let last = "";
  for await (const batch of batches) {
    const hashes = batch.columns[batch.columns.length - 1];
    for (let row = 0; row < batch.length; row++) {
      builder.add(batch, row);
      last = String(hashes[row]);
      if (builder.size < mostBags) continue;
      yield builder.finish(last);
      builder = new PartBuilder(needed);
    }
  }
  if (builder.size > 0) yield builder.finish(last);
}

async function* rangeParts(
  table: BagTable,
  needed: NeededStatistics,
  mostBags: number,
  after: string | undefined,
): AsyncGenerator<StatisticPart> {
  const { bags } = await countBags(table);
  for (const { upTo, condition } of hashRanges(table, Math.ceil(bags / mostBags), after)) {
    const builder = new PartBuilder(needed);
    for (let start = 0; start < needed.columns.length; start += MOST_FEATURES) {
      const columns = needed.columns.slice(start, start + MOST_FEATURES);
      const statement = new Statement(table.engine.dialect);
      const sql = aggregated(table, needed, columns, condition(statement));
      const { batches } = await table.engine.run(sql, statement.parameters);
      for await (const batch of batches)
        for (let row = 0; row < batch.length; row++) builder.add(batch, row, start, columns.length);
    }
    if (builder.size > 0) yield builder.finish(upTo);
  }
}

/** Collects bags of a part; columns that come in several statements are joined by the id of the bag. */
class PartBuilder {
  readonly #needed: NeededStatistics;
  readonly #bags = new Map<string, { values: Float64Array; gap: boolean; columns: number }>();

  constructor(needed: NeededStatistics) {
    this.#needed = needed;
  }

  get size(): number {
    return this.#bags.size;
  }

  add({ columns }: Batch, row: number, start = 0, count = this.#needed.columns.length): void {
    const rows = AGGREGATES[this.#needed.statistic].length;
    const width = this.#needed.columns.length;
    const id = String(columns[0][row]);
    let bag = this.#bags.get(id);
    if (bag === undefined) {
      bag = { values: new Float64Array(rows * width), gap: false, columns: 0 };
      this.#bags.set(id, bag);
    }
    for (let j = 0; j < count; j++)
      for (let r = 0; r < rows; r++) bag.values[r * width + start + j] = numberOf(columns[1 + j * rows + r][row]);
    bag.gap ||= Number(columns[1 + count * rows][row]) !== 0;
    bag.columns += count;
  }

  finish(upTo: string): StatisticPart {
    const rows = AGGREGATES[this.#needed.statistic].length;
    const width = this.#needed.columns.length;
    // The table may change between two statements: a bag that is not whole is read again.
    const whole = [...this.#bags].filter(([, { gap, columns }]) => !gap && columns === width);
    const data = new Float64Array(whole.length * rows * width);
    for (const [i, [, { values }]] of whole.entries()) data.set(values, i * rows * width);
    const bags = BagSet.own(
      {
        data,
        offsets: Uint32Array.from({ length: whole.length + 1 }, (_, i) => i * rows),
        ids: whole.map(([id]) => id),
        labels: new Int8Array(whole.length),
        features: this.#needed.columns.map(({ name }) => name),
      },
      { distinct: true },
    );
    const gaps = [...this.#bags].filter(([, { gap, columns }]) => gap || columns !== width).map(([id]) => id);
    return { bags, gaps, upTo };
  }
}

function numberOf(value: Value): number {
  return value === null ? Number.NaN : Number(value);
}
