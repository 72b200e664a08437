import { type BagSet, featureNames, labelReader, type UsedColumn } from "@bagwise/core/bags";
import type { Place } from "@bagwise/core/base";
import type { OpenTable } from "../table/table.js";
import type { ReadOptions } from "./format.js";
import { type ParquetColumn, parquetColumns } from "./parquet/columns.js";
import { openParquet, type ParquetFile } from "./parquet/file.js";
import { parquetGrid } from "./parquet/grid.js";
import type { ColumnValues } from "./parquet/meaning.js";
import { FEATURES_KEY, type ParquetPlan, planParquet, RaggedVectors, storedNames } from "./parquet/plan.js";
import { BagBuilder } from "./rows/bag-builder.js";
import { cellText, labelText } from "./rows/cell-values.js";
import { noInstances, noteGuessed, noteLists, noteNoLabel, noteRenamed } from "./rows/messages.js";
import { plainRecipe } from "./rows/plain-recipe.js";
import { recallColumns } from "./rows/recall-columns.js";
import { assignRoles, type Roles } from "./rows/roles.js";
import { asksForTable } from "./table/asks-for-table.js";
import { tableToBags } from "./table/table-to-bags.js";
import { nameColumns } from "./table/unique-names.js";
import type { Source } from "./text/source.js";

/** Columns of numbers, and what is to be done with them. */
interface Numbers {
  readonly names: readonly string[];
  readonly roles: Roles;
  readonly plan: ParquetPlan;
}

/**
 * Reads Parquet: one row per instance, with numbers and vectors; or one row per bag, with a column of
 * lists of lists (a list of instances, each a list of numbers) or with one list column per feature,
 * as SQL's `list(f1)` with `GROUP BY bag` gives. Booleans are features of 1 and 0, 64-bit integers
 * become the nearest double, null and NaN are missing.
 *
 * Numbers are taken one row group at a time. Memory: the result and one row group. Where there is
 * more to understand (words, dates, structs), all columns are held in memory first.
 */
export async function fromParquet(source: Source, options: ReadOptions): Promise<BagSet> {
  const parquet = await openParquet(source);
  const names = namesOf(parquet, options);
  const numbers = asksForTable(options) ? undefined : await numbersOf(parquet, names, source.name, options);
  const bags = numbers && (await readNumbers(parquet, numbers, source, options));
  if (bags !== undefined) return bags;
  const skip = new Set((options.ignore ?? []).map((wanted) => positionOf(wanted, names)));
  const grid = await parquetGrid(parquet, { columns: names, skip }, source, options);
  const ignore = options.ignore?.map((wanted) => names[positionOf(wanted, names)] ?? wanted);
  const listed = storedNames(parquet.stored(FEATURES_KEY));
  return await tableToBags({ ...grid, listed }, source.name, { ...options, ignore });
}

/** The rows of a Parquet file. Holds all columns in memory. */
export async function parquetTable(source: Source, options: ReadOptions): Promise<OpenTable> {
  const parquet = await openParquet(source);
  const columns = namesOf(parquet, options);
  const grid = await parquetGrid(parquet, { columns, skip: new Set() }, source, options);
  return { ...grid, listed: storedNames(parquet.stored(FEATURES_KEY)) };
}

function namesOf(parquet: ParquetFile, options: ReadOptions): readonly string[] {
  const written = parquet.schema.children.map(({ name }) => name);
  if (new Set(written).size === written.length && !written.includes("")) return written;
  const { names, renamed } = nameColumns(written);
  noteRenamed(options, renamed);
  return names;
}

/** The number, from 0, of a column by name or by number from 1; -1 if there is none. */
function positionOf(wanted: string, names: readonly string[]): number {
  const at = names.indexOf(wanted);
  return at === -1 && /^[1-9]\d*$/.test(wanted) && Number(wanted) <= names.length ? Number(wanted) - 1 : at;
}

/** How to read the file without a table; undefined if that is impossible. */
async function numbersOf(
  parquet: ParquetFile,
  names: readonly string[],
  file: string,
  options: ReadOptions,
): Promise<Numbers | undefined> {
  const columns = parquetColumns(parquet.schema, names);
  const out = new Set((options.ignore ?? []).map((wanted) => positionOf(wanted, names)));
  // Parts of a struct may have a role, and only a table knows them.
  if (columns.some(({ depth }, i) => depth === undefined && !out.has(i))) return undefined;
  const roles = assignRoles(names, options, file);
  const parts = partsOf(roles);
  if (parts.some((at) => columns[at].depth !== 0)) return undefined;
  const rest = columns.filter((_, i) => !parts.includes(i) && !roles.ignored.has(i));
  const repeated = async () => await hasRepeats(parquet, roles.bag);
  const plan = await planParquet(recalled(rest, names, roles, file, options), {
    stored: parquet.stored(FEATURES_KEY),
    file,
    repeated,
  });
  return plan && { names, roles, plan };
}

/** Of plain columns only those that the recipe uses, in its order. */
function recalled(
  rest: readonly ParquetColumn[],
  names: readonly string[],
  roles: Roles,
  file: string,
  options: ReadOptions,
): readonly ParquetColumn[] {
  if (options.recipe === undefined || rest.some(({ depth }) => depth !== 0)) return rest;
  const columns = recallColumns(names, roles, options.recipe, file, options);
  return columns.flatMap((at) => rest.find(({ name }) => name === names[at]) ?? []);
}

function partsOf({ bag, label, group }: Roles): number[] {
  return [bag, label, group].flatMap((at) => at ?? []);
}

/** Whether a bag has several rows. */
async function hasRepeats(parquet: ParquetFile, bag: number): Promise<boolean> {
  const seen = new Set<unknown>();
  for await (const { values, rows } of parquet.groups([bag]))
    for (let r = 0; r < rows; r++) {
      if (seen.has(values[0][r])) return true;
      seen.add(values[0][r]);
    }
  return false;
}

/** Reads one row group after the other; undefined if vectors have different lengths. */
async function readNumbers(
  parquet: ParquetFile,
  { names, roles, plan }: Numbers,
  source: Source,
  options: ReadOptions,
): Promise<BagSet | undefined> {
  const file = source.name;
  const parts = partsOf(roles);
  const columns = [...parts, ...plan.columns.map((name) => names.indexOf(name))];
  let builder: BagBuilder | undefined;
  let used: readonly UsedColumn[] = [];
  let number = 0;
  const openBag = bagReader(file, options);
  try {
    for await (const { rows, values, bytes } of parquet.groups(columns, { passing: true })) {
      options.signal?.throwIfAborted();
      if (rows > 0) {
        const own = values.slice(parts.length);
        if (builder === undefined) {
          used = plan.used(own);
          // Vectors of different lengths, found later, mean that all is read again.
          const vectors = used.some(({ use }) => use.as === "vector");
          const all = vectors ? { ...options, cut: undefined } : options;
          builder = new BagBuilder({ features: used.flatMap(featureNames), file, options: all });
        }
        const group = { builder, names, roles, values };
        const taker = plan.taker?.(own);
        for (let r = 0; r < rows; ) {
          const { bag, id } = openBag(group, r);
          const row = { r, number: number + 1, bag, id };
          const end = taker === undefined ? r + 1 : endOfRun(values, r, { rows, parts: parts.length });
          if (taker === undefined) plan.take(builder, own, row);
          else taker(builder, row, end - r);
          number += end - r;
          r = end;
        }
      }
      // Random access bypasses the progress that is counted on streams.
      if (source.slice !== undefined) options.onProgress?.({ bytes, total: source.size });
    }
  } catch (error) {
    if (error instanceof RaggedVectors) return undefined;
    throw error;
  }
  if (builder === undefined) throw noInstances({ file });
  noteGuessed(options, roles);
  if (roles.label === undefined) noteNoLabel(options);
  if (plan.lists) noteLists(plan.columns, options);
  const features = plan.columns.map((name) => names.indexOf(name));
  const recipe = { ...plainRecipe({ names, roles, features }, options), columns: used, instances: plan.instances };
  return builder.finish({ noun: "row" }).withRecipe(recipe);
}

/** A row group, with the columns of bag, label and group first among its values. */
interface Group {
  readonly builder: BagBuilder;
  readonly names: readonly string[];
  readonly roles: Roles;
  readonly values: readonly ColumnValues[];
}

/** Reads bag, label and group of row r. */
function bagReader(file: string, options: ReadOptions) {
  const labelCode = labelReader(options);
  const textOfLabel = labelText(options);
  let last: { bag: number; id: string; cells: readonly unknown[] } | undefined;
  return ({ builder, names, roles, values }: Group, r: number): { bag: number; id: string } => {
    const parts = 1 + (roles.label === undefined ? 0 : 1) + (roles.group === undefined ? 0 : 1);
    // Most rows say the same as the one before.
    if (last !== undefined && isSame(last.cells, values, r, parts)) return last;
    const atBag = (): Place => ({ file, field: names[roles.bag] });
    const id = cellText(values[0][r], atBag);
    const bag = builder.bag(id, atBag);
    if (roles.label !== undefined) {
      const field = names[roles.label];
      const where = (): Place => ({ file, field, bag: id });
      builder.label(bag, labelCode(textOfLabel(values[1][r], where), where), where);
    }
    if (roles.group !== undefined) {
      const field = names[roles.group];
      const where = (): Place => ({ file, field, bag: id });
      builder.group(bag, cellText(values[roles.label === undefined ? 1 : 2][r], where), where);
    }
    last = { bag, id, cells: values.slice(0, parts).map((column) => column[r]) };
    return last;
  };
}

/** Up to which row the first columns say the same as in row r. */
function endOfRun(values: readonly ColumnValues[], r: number, { rows, parts }: { rows: number; parts: number }) {
  let end = rows;
  for (let k = 0; k < parts; k++) {
    const column = values[k];
    const cell = column[r];
    let at = r + 1;
    while (at < end && column[at] === cell) at++;
    end = at;
  }
  return end;
}

function isSame(cells: readonly unknown[], values: readonly ColumnValues[], r: number, parts: number): boolean {
  for (let k = 0; k < parts; k++) if (cells[k] !== values[k][r]) return false;
  return true;
}
