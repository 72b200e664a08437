import { InputError } from "@bagwise/core/base";
import { freeName } from "../../encode/column-names.js";
import type { EncodeContext, Encoder, FittedEncoder } from "../../encode/encoder.js";
import { encoderByName, encodersFor } from "../../encode/encoders.js";
import type { TableReader } from "../../encode/table-reader.js";
import { columnCells, type Grid } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { assignRoles } from "../rows/roles.js";
import { type Notation, tableReader } from "./table-reader.js";
import { understandColumn } from "./understand.js";

/** The column of bag ids where rows are bags and none names them. */
const BAG = "bag";

/** A table with one row per instance, and the encoders that made it. */
export interface EncodedTable {
  readonly grid: Grid;
  /** Undefined if the table held no raw things. */
  readonly encoders: readonly FittedEncoder[] | undefined;
  /** The column that names the bags, if rows are bags and their names had to be found. */
  readonly bag?: string | undefined;
}

/**
 * Turns raw things in a table into instances: with the encoders of the recipe, else with those that the
 * options ask for or the rows suggest, fitted to these rows. A table without raw things is returned as
 * it is.
 */
export async function encodeTable(
  grid: Grid,
  file: string,
  options: ReadOptions,
  notation: Notation,
): Promise<EncodedTable> {
  const { onNote, signal, tools = {}, recipe } = options;
  const known = recipe?.encoders as readonly FittedEncoder[] | undefined;
  if (recipe !== undefined && known === undefined) return { grid, encoders: undefined };
  const entries = known === undefined ? encodersFor(grid, options) : known.map((fitted) => entryOf(fitted, file));
  if (entries.length === 0) return { grid, encoders: undefined };
  const areBags = entries.some(({ description }) => description.rowIsBag);
  const { grid: raw, bag } = areBags ? withBags(grid, file, options) : { grid };
  const reader = rememberedReader((table) =>
    tableReader(table, file, bag === undefined ? options : { ...options, bag }, notation),
  );
  const onProgress = options.onEncoded;
  const context: EncodeContext = { file, options, tools, reader, onNote, signal, onProgress };
  let encoded = areBags && known === undefined ? withTexts(raw, notation) : raw;
  const encoders: FittedEncoder[] = [];
  for (const [k, entry] of entries.entries()) {
    const encoder: Encoder = await entry.load();
    const fitted = known === undefined ? await encoder.fit(encoded, context) : known[k];
    encoded = await encoder.encode(fitted, encoded, context);
    encoders.push(fitted);
  }
  return { grid: encoded, encoders, bag };
}

/** Learning and encoding look at the same table: what was read for one is there for the other. */
function rememberedReader(read: (grid: Grid) => TableReader): (grid: Grid) => TableReader {
  const known = new WeakMap<Grid, TableReader>();
  return (grid) => {
    const found = known.get(grid) ?? read(grid);
    known.set(grid, found);
    return found;
  };
}

/**
 * The table with its columns of text marked as such. A bag repeats its texts for each instance, and what
 * is repeated looks like a category.
 */
function withTexts(grid: Grid, notation: Notation): Grid {
  const texts = grid.columns.filter(
    (_, column) => understandColumn(columnCells(grid, column), notation).kind === "text",
  );
  return { ...grid, shown: [...(grid.shown ?? []), ...texts] };
}

function entryOf({ type }: FittedEncoder, file: string) {
  const entry = encoderByName(type);
  if (entry !== undefined) return entry;
  throw new InputError({
    code: "unknown-encoder",
    message: `the model needs the encoder ${type}, which this version does not have`,
    remedy: "Use the version of bagwise that trained the model, or a later one.",
    where: { file },
  });
}

/**
 * The table with a column that names the bag of each row: the one you named or that has a usual name,
 * else one whose name ends in id and whose values all differ, else the number of the row.
 */
function withBags(grid: Grid, file: string, options: ReadOptions): { grid: Grid; bag?: string } {
  const { bag, recipe, onNote } = options;
  if (bag !== undefined || (recipe?.bag !== undefined && grid.columns.includes(recipe.bag))) return { grid };
  if (hasBagColumn(grid, file, options)) return { grid };
  const found = grid.columns.find((name, column) => /id$/i.test(name.trim()) && areDistinct(grid, column));
  onNote?.({ code: "rows-are-bags", message: `each row is a bag, named by its ${found ?? grid.rowNoun}` });
  if (found !== undefined) return { grid, bag: found };
  const name = freeName(BAG, grid.columns);
  const last = grid.columns.length;
  const numbered: Grid = {
    ...grid,
    columns: [...grid.columns, name],
    cell: (row, column) => (column === last ? `${grid.rowNoun} ${grid.number(row)}` : grid.cell(row, column)),
    place: (row, column) => grid.place(row, Math.min(column, last - 1)),
  };
  return { grid: numbered, bag: name };
}

function hasBagColumn(grid: Grid, file: string, options: ReadOptions): boolean {
  try {
    assignRoles(grid.columns, { ...options, ignore: undefined, label: undefined, group: undefined }, file);
    return true;
  } catch (error) {
    if (error instanceof InputError && error.code === "no-bag-column") return false;
    throw error;
  }
}

function areDistinct(grid: Grid, column: number): boolean {
  const seen = new Set<string>();
  for (let row = 0; row < grid.length; row++) {
    const cell = grid.cell(row, column);
    if (cell === null || cell === undefined || cell === "") return false;
    seen.add(String(cell));
  }
  return seen.size === grid.length;
}

/**
 * The options with names where they give the number of a column: an encoder adds and removes columns, so
 * numbers would mean others afterwards.
 */
export function withColumnNames(options: ReadOptions, columns: readonly string[]): ReadOptions {
  const { bag, label, group, ignore } = options;
  const named = (wanted: string) =>
    columns.includes(wanted) || !/^[1-9]\d*$/.test(wanted) ? wanted : (columns[Number(wanted) - 1] ?? wanted);
  return {
    ...options,
    ...(bag !== undefined && { bag: named(bag) }),
    ...(label !== undefined && { label: named(label) }),
    ...(group !== undefined && { group: named(group) }),
    ...(ignore !== undefined && { ignore: ignore.map(named) }),
  };
}

/** The options without the columns that an encoder used up: it has done what they say. */
export function withoutRaw(
  options: ReadOptions,
  raw: readonly string[],
  encoded: readonly string[],
): Pick<ReadOptions, "ignore" | "use" | "show"> {
  const gone = new Set(raw.filter((name) => !encoded.includes(name)));
  const left = (names: readonly string[] | undefined) => names?.filter((name) => !gone.has(name));
  return { ignore: left(options.ignore), use: left(options.use), show: left(options.show) };
}
