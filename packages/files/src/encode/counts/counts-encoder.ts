import { type Similarity, sparseRow } from "@bagwise/core/bags";
import { InputError, quote, readOptions } from "@bagwise/core/base";
import { type Cell, type Grid, isRecord } from "../../table/table.js";
import { columnsOf } from "../column-names.js";
import type { Encoder, FittedEncoder } from "../encoder.js";
import { COUNTS_OPTIONS } from "./options.js";
import { sparseObjects } from "./sparse-objects.js";

/** What the encoder of objects keeps. */
export interface FittedCounts extends FittedEncoder {
  readonly type: "counts";
  readonly blocks: readonly {
    readonly column: string;
    /** The keys that are features, by position. */
    readonly terms: readonly string[];
    readonly similarity: Similarity;
  }[];
}

/**
 * Objects with a number for each key as sparse features: a column becomes a block, and its keys the
 * features. Keys that the training file did not have are left out. A missing object, or null, has no feature.
 */
export const countsEncoder: Encoder<FittedCounts> = {
  async fit(grid, { file, options, onNote }) {
    const { counts } = readOptions(COUNTS_OPTIONS, { counts: options.counts });
    const columns = counts ?? sparseObjects(grid);
    if (counts === undefined)
      onNote?.({ code: "counts-found", message: `read as sparse features: ${columns.join(", ")}`, columns });
    const blocks = columnsOf(grid, columns, "counts", file).map((at, k) => {
      const holders = new Map<string, number>();
      let whole = true;
      for (let row = 0; row < grid.length; row++)
        for (const [key, value] of entriesOf(grid, row, at)) {
          holders.set(key, (holders.get(key) ?? 0) + 1);
          whole &&= Number.isInteger(value) && value >= 0;
        }
      const terms = [...holders].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([key]) => key);
      return { column: columns[k], terms, similarity: whole ? ("tf-idf" as const) : ("cosine" as const) };
    });
    return { type: "counts", blocks };
  },
  async encode({ blocks }, grid, { file }) {
    const at = columnsOf(
      grid,
      blocks.map(({ column }) => column),
      "counts",
      file,
    );
    const placeOf = new Map(blocks.map(({ terms }, k) => [at[k], new Map(terms.map((term, place) => [term, place]))]));
    const heads = blocks.map(({ column, terms, similarity }) => ({
      name: column,
      width: terms.length,
      similarity,
      terms,
    }));
    const rowOf = (row: number, column: number, places: ReadonlyMap<string, number>): Cell =>
      sparseRow(
        entriesOf(grid, row, column).flatMap(([key, value]) => {
          const place = places.get(key);
          return place === undefined ? [] : [[place, value] as const];
        }),
      );
    return {
      ...grid,
      cell: (row, column) => {
        const places = placeOf.get(column);
        return places === undefined ? grid.cell(row, column) : rowOf(row, column, places);
      },
      blocks: new Map([...(grid.blocks ?? []), ...heads.map((head) => [head.name, head] as const)]),
    };
  },
};

/** The keys and values of an object. Throws an InputError for anything that is no number. */
function entriesOf(grid: Grid, row: number, column: number): [string, number][] {
  const cell = grid.cell(row, column);
  if (cell === null || cell === undefined) return [];
  if (!isRecord(cell)) throw notCounts(`${quote(JSON.stringify(cell))} is no object with numbers`, grid, row, column);
  return Object.entries(cell).flatMap(([key, value]): [string, number][] => {
    if (value === null) return [];
    if (typeof value === "number" && Number.isFinite(value)) return [[key, value]];
    throw notCounts(`the value of ${quote(key)} is ${quote(String(value))}, not a number`, grid, row, column);
  });
}

function notCounts(message: string, grid: Grid, row: number, column: number): InputError {
  return new InputError({
    code: "not-counts",
    message,
    remedy: 'Write objects such as {"bread": 2, "butter": 1}, or leave the column out of the option counts.',
    where: grid.place(row, column),
  });
}
