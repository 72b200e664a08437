import {
  type BagSet,
  type ColumnUse,
  type DecimalSign,
  featureNames,
  labelReader,
  type Recipe,
  SparseRow,
  type UsedColumn,
} from "@bagwise/core/bags";
import { InputError, type Place, quote } from "@bagwise/core/base";
import { encodesRows } from "../../encode/encoders.js";
import { type Cell, columnCells, type Grid, gridOf, type OpenTable, type OpenTableParts } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { BagBuilder, type BlockColumn } from "../rows/bag-builder.js";
import { cellText, labelText, nestedValue } from "../rows/cell-values.js";
import { noInstances, noteGuessed, noteLists, noteNoLabel } from "../rows/messages.js";
import { recallColumns } from "../rows/recall-columns.js";
import { assignRoles, hasRole, listNames, type Roles } from "../rows/roles.js";
import { dateText, wordOf } from "./cell-text.js";
import { encodeTable, withColumnNames, withoutRaw } from "./encode-table.js";
import { type Expanded, expandInstances } from "./expand-instances.js";
import { featureValues, MISFIT } from "./feature-values.js";
import { flattenRecords } from "./flatten-records.js";
import { guessDecimal, looksLikeNumbers } from "./notation.js";
import type { Notation } from "./table-reader.js";
import { parseLists } from "./text-lists.js";
import { brokenColumn, type ColumnMeaning, isMissingCell, MOST_CATEGORIES, understandColumn } from "./understand.js";

/** How many rows decide the decimal sign. */
const LOOK_AHEAD = 1000;

/** A table with all its rows at hand, and what is known about each column. */
interface Held extends Notation {
  readonly grid: Grid;
  readonly roles: Roles;
}

/** Which columns are used, how, and which are shown. */
interface Plan {
  readonly used: readonly (UsedColumn & { readonly column: number })[];
  readonly show: readonly number[];
  readonly leftOut: readonly string[];
}

/**
 * The bags of any table: finds out what each column means (numbers in any notation, percentages,
 * yes and no, categories, dates, vectors, text to show) and notes it. With a recipe, columns mean
 * what they meant in the file it comes from. Holds all rows in memory. Throws an InputError for a
 * column of numbers with other values among them, and for a column that the recipe needs and the
 * table lacks.
 */
export async function tableToBags(table: OpenTable, file: string, { cut: _, ...wanted }: ReadOptions): Promise<BagSet> {
  const { listed } = table;
  const given = withDefaults(wanted, table);
  const whole = await gridOf(table, file);
  const asked = withColumnNames(given, whole.columns);
  // An encoder of rows gets a row for each of them, also where a bag holds them as a list.
  const rows = encodesRows(asked) ? oneRowPerInstance(whole, file, asked, listed) : { grid: whole, instances: [] };
  const notation = notationOf(rows.grid, given);
  const { grid: raw, encoders, bag } = await encodeTable(rows.grid, file, asked, notation);
  const options: ReadOptions = {
    ...(encoders === undefined ? given : { ...asked, ...withoutRaw(asked, rows.grid.columns, raw.columns) }),
    ...(bag !== undefined && { bag }),
  };
  const flat = rows.instances.length > 0 ? { ...rows, grid: raw } : oneRowPerInstance(raw, file, options, listed);
  const { instances } = flat;
  const grid = withAbsent(flat.grid, options);
  if (grid.length === 0) throw noInstances({ file });
  const roles = assignRoles(grid.columns, options, file);
  noteGuessed(options, roles);
  if (roles.label === undefined) noteNoLabel(options);
  // Columns of objects or lists of lists are gone.
  if (instances.every((name) => grid.columns.includes(name))) noteLists(instances, options);
  const held: Held = {
    grid,
    roles,
    ...notation,
    // Lists of instances hold numbers that were not seen before.
    ...(encoders === undefined && { decimal: options.decimal ?? options.recipe?.decimal ?? decimalOf(grid) }),
  };
  if (held.decimal === "," && options.decimal === undefined)
    options.onNote?.({ code: "decimal-comma", message: "numbers are read with a decimal comma" });
  const plan =
    options.recipe === undefined ? understood(held, file, options) : recalled(held, options.recipe, file, options);
  const recipe = recipeOf(held, plan, options, instances[0]);
  return built(held, plan, file, options).withRecipe(encoders === undefined ? recipe : { ...recipe, encoders });
}

/** The options, and where they say nothing what the format says. */
export function withDefaults(options: ReadOptions, { given, unnamed = [] }: OpenTableParts): ReadOptions {
  const known = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...given, ...known, ignore: [...(options.ignore ?? []), ...unnamed] };
}

/** How numbers are written in a table, and which words mean a missing one. */
export function notationOf(grid: Grid, { decimal, na, recipe }: ReadOptions): Notation {
  return {
    decimal: decimal ?? recipe?.decimal ?? decimalOf(grid),
    na: new Set((na ?? recipe?.na ?? []).map((word) => word.trim().toLowerCase())),
  };
}

/** Lists of instances become rows, and objects columns. */
export function oneRowPerInstance(
  whole: Grid,
  file: string,
  options: ReadOptions,
  listed: readonly string[] | undefined,
): Expanded {
  const left = new Set(options.ignore);
  const recalled = options.recipe?.instances;
  // A file with one row per instance is as good as one with lists of them.
  const named =
    options.instances ?? (recalled !== undefined && whole.columns.includes(recalled) ? recalled : undefined);
  const flat = flattenRecords(
    parseLists(whole, left),
    new Set([...left, ...(named === undefined ? [] : [named])]),
    file,
  );
  const expanded = expandInstances(flat, file, {
    named,
    listed,
    left,
    strict: options.recipe !== undefined,
    roles: rolesAmong(flat.columns, options, file),
  });
  return { ...expanded, grid: flattenRecords(expanded.grid, left, file) };
}

/** With the columns of the recipe that no row has a value for, if absent values are allowed. */
function withAbsent(grid: Grid, { recipe, missing = recipe?.missing }: ReadOptions): Grid {
  if (recipe === undefined || !grid.sparse || (missing ?? "error") === "error") return grid;
  const known = new Set(grid.columns);
  const absent = recipe.columns.map(({ name }) => name).filter((name) => !known.has(name));
  return absent.length === 0 ? grid : { ...grid, columns: [...grid.columns, ...absent], ...padded(grid) };
}

function padded({ columns: { length }, cell, place }: Grid): Pick<Grid, "cell" | "place"> {
  return {
    cell: (row, column) => (column < length ? cell(row, column) : null),
    place: (row, column) => place(row, Math.min(column, length - 1)),
  };
}

/** Which columns are what; undefined if that cannot be said yet. A label or group may be inside the lists. */
function rolesAmong(columns: readonly string[], options: ReadOptions, file: string): Roles | undefined {
  for (const inside of [{}, { label: undefined, group: undefined }])
    try {
      return assignRoles(columns, { ...options, ...inside, ignore: undefined }, file);
    } catch {}
  return undefined;
}

function decimalOf(grid: Grid): DecimalSign {
  const texts: string[] = [];
  for (let row = 0; row < Math.min(grid.length, LOOK_AHEAD); row++)
    for (let column = 0; column < grid.columns.length; column++) {
      const cell = grid.cell(row, column);
      if (typeof cell === "string") texts.push(cell);
    }
  return guessDecimal(texts);
}

/** Decides by the values what to do with each column that has no role. */
function understood({ grid, roles, decimal, na }: Held, file: string, options: ReadOptions): Plan {
  const names = grid.columns;
  const wanted = new Set(options.use);
  const shown = options.show === undefined ? undefined : new Set(options.show);
  for (const name of [...wanted, ...(shown ?? [])]) if (!names.includes(name)) throw noSuchColumn(name, names, file);
  const used: Plan["used"][number][] = [];
  const ambiguous: string[] = [];
  const show: number[] = [];
  const leftOut = new Map<number, ColumnMeaning["kind"]>();
  names.forEach((name, column) => {
    const isText = grid.shown?.includes(name) ?? false;
    if (shown?.has(name) || (isText && !hasRole(roles, column))) show.push(column);
    if (isText || hasRole(roles, column)) return;
    const meaning = meaningOf(name, column, { grid, decimal, na });
    const asked = wanted.has(name);
    if (meaning.kind === "broken") throw brokenColumn(meaning, grid.place(meaning.examples[0].row, column));
    if (shown?.has(name) && !asked) return;
    if (meaning.kind === "feature" && meaning.ambiguous) ambiguous.push(name);
    if (meaning.kind === "feature" || (meaning.kind === "date" && asked)) used.push({ name, use: meaning.use, column });
    else if (asked) throw unusable(name, meaning, (row) => (row === undefined ? { file } : grid.place(row, column)));
    else {
      leftOut.set(column, meaning.kind);
      if (meaning.kind === "text" && shown === undefined) show.push(column);
    }
  });
  const nested = [...leftOut].find(([, kind]) => kind === "nested")?.[0];
  if (used.length === 0 && nested !== undefined) throw nestedValue(grid.place(0, nested));
  noteUnderstood(used, leftOut, names, options);
  noteNumberLike(
    grid,
    [...leftOut].flatMap(([column, kind]) => (kind === "text" ? [column] : [])),
    options,
  );
  noteAmbiguous(ambiguous, decimal, options);
  return { used, show, leftOut: [...leftOut.keys(), ...roles.ignored].map((column) => names[column]) };
}

/** Words that a file declares are categories, however often they occur, and numbers are numbers. */
function meaningOf(name: string, column: number, { grid, decimal, na }: Omit<Held, "roles">): ColumnMeaning {
  const block = grid.blocks?.get(name);
  if (block !== undefined)
    return { kind: "feature", use: { as: "sparse", width: block.width, similarity: block.similarity } };
  const seen = understandColumn(columnCells(grid, column), { decimal, na });
  const values = grid.declared?.get(name);
  const word = seen.kind === "text" || (seen.kind === "feature" && seen.use.as === "category");
  if (values === "number" && seen.kind !== "empty") return { kind: "feature", use: { as: "number" } };
  if (!word || values === undefined || values === "number" || values.length > MOST_CATEGORIES) return seen;
  return { kind: "feature", use: { as: "category", values } };
}

/** Says which columns are more than plain numbers, and which are left out. */
function noteUnderstood(
  used: Plan["used"],
  leftOut: ReadonlyMap<number, ColumnMeaning["kind"]>,
  names: readonly string[],
  { onNote }: ReadOptions,
): void {
  if (onNote === undefined) return;
  const usedAs = (as: ColumnUse["as"]) => used.filter(({ use }) => use.as === as).map(({ name }) => name);
  const of = (kind: ColumnMeaning["kind"]) =>
    [...leftOut].flatMap(([column, each]) => (each === kind ? [names[column]] : []));
  const tell = (
    code: Parameters<typeof onNote>[0]["code"],
    found: readonly string[],
    text: (list: string) => string,
  ) => {
    if (found.length > 0) onNote({ code, message: text(listNames(found)), columns: found });
  };
  tell(
    "categories",
    usedAs("category"),
    (list) => `words of ${list} are used as categories, one feature of 0 and 1 for each`,
  );
  tell("yes-no-columns", usedAs("yes-no"), (list) => `yes and no in ${list} are used as 1 and 0`);
  tell("percent-columns", usedAs("percent"), (list) => `percentages in ${list} are used as shares: 12 % is 0.12`);
  tell("vector-columns", usedAs("vector"), (list) => `${list}: each list of numbers is a vector of features`);
  tell("ignored-text", of("text"), (list) => `text columns are shown and not used: ${list}`);
  tell("ignored-dates", of("date"), (list) => `dates are left out: ${list}. To use them, name them in the option use`);
  tell(
    "ignored-nested",
    of("nested"),
    (list) => `nested columns, or lists of different lengths, are left out: ${list}`,
  );
  tell("empty-columns", of("empty"), (list) => `columns without any value are left out: ${list}`);
}

/** Says which columns of text look like numbers. */
function noteNumberLike(grid: Grid, text: readonly number[], { onNote }: ReadOptions): void {
  const alike = onNote === undefined ? [] : text.filter((column) => looksLikeNumbers(columnCells(grid, column)));
  if (alike.length === 0) return;
  const columns = alike.map((column) => grid.columns[column]);
  onNote?.({
    code: "numbers-in-text",
    message: `left out although most values look like numbers: ${listNames(columns)}. Write plain numbers to use it, and name words for missing values in the option na`,
    columns,
  });
}

/** Says where a thousands sign may be a decimal sign: the number would be a thousand times smaller. */
function noteAmbiguous(names: readonly string[], decimal: DecimalSign, { onNote }: ReadOptions): void {
  if (names.length === 0) return;
  const written = decimal === "." ? "1,234" : "1.234";
  onNote?.({
    code: "ambiguous-thousands",
    message: `numbers such as ${written} in ${listNames(names)} are read as 1234, though others have decimals; if some have another decimal sign, write all alike`,
    columns: names,
  });
}

/** The columns that a recipe names, in its order. */
function recalled({ grid, roles }: Held, recipe: Recipe, file: string, options: ReadOptions): Plan {
  const { columns: names, shown = [] } = grid;
  const columns = recallColumns(names, roles, recipe, file, options);
  const wanted = new Set([...(options.show ?? recipe.show), ...shown]);
  const show = [...wanted].flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : []));
  return { used: recipe.columns.map((each, k) => ({ ...each, column: columns[k] })), show, leftOut: recipe.ignored };
}

/** Reads all rows as the plan says. */
function built({ grid, roles, decimal, na }: Held, plan: Plan, file: string, options: ReadOptions): BagSet {
  const shown = plan.show.map((column) => grid.columns[column]);
  const features = plan.used.flatMap(featureNames);
  const mostlyAbsent = () => isMostlyAbsent(grid, plan, na);
  const blocks = plan.used.flatMap(({ name, use }) => blockOf(name, use, grid));
  const builder = new BagBuilder({ features, file, options, shown, naming: grid.named, mostlyAbsent, blocks });
  const labelCode = labelReader(options);
  const textOfLabel = labelText(options);
  const dense = plan.used.filter(({ use }) => use.as !== "sparse");
  const sparse = plan.used.filter(({ use }) => use.as === "sparse");
  const used = dense.map((each) => ({ ...each, width: featureNames(each).length }));
  for (let row = 0; row < grid.length; row++) {
    const at = (column: number) => (): Place => grid.place(row, column);
    const bag = builder.bag(cellText(grid.cell(row, roles.bag), at(roles.bag)), at(roles.bag));
    if (roles.label !== undefined) {
      const where = at(roles.label);
      builder.label(bag, labelCode(textOfLabel(grid.cell(row, roles.label), where), where), where);
    }
    if (roles.group !== undefined)
      builder.group(bag, cellText(grid.cell(row, roles.group), at(roles.group)), at(roles.group));
    let k = builder.startRow();
    const { values } = builder;
    for (const { column, use, width } of used) {
      const cell = grid.cell(row, column);
      if (typeof cell === "number" && use.as === "number" && Number.isFinite(cell)) values[k++] = cell;
      else if (isMissingCell(cell, na)) {
        const text = typeof cell === "string" ? cell : "";
        for (let part = 0; part < width; part++) values[k++] = builder.missing(text, at(column));
      } else {
        const found = featureValues(cell, use, decimal);
        if (found === MISFIT) throw builder.notANumber(wordOf(cell) ?? String(cell), grid.place(row, column));
        for (const value of found) values[k++] = Number.isNaN(value) ? builder.missing("", at(column)) : value;
      }
    }
    builder.endRow(
      bag,
      grid.number(row),
      plan.show.map((column) => shownText(grid.cell(row, column))),
      sparse.map(({ column }) => {
        const cell = grid.cell(row, column);
        return cell instanceof SparseRow ? cell : NOTHING;
      }),
    );
  }
  return builder.finish({ noun: grid.rowNoun, instanceNoun: grid.instanceNoun });
}

/** An instance that has none of the features of a block. */
const NOTHING = new SparseRow(new Uint32Array(0), new Float64Array(0));

function blockOf(name: string, use: ColumnUse, { blocks }: Grid): BlockColumn[] {
  if (use.as !== "sparse") return [];
  return [{ name, width: use.width, similarity: use.similarity, terms: blocks?.get(name)?.terms }];
}

/** Whether more than half of the values that are used are missing. */
function isMostlyAbsent(grid: Grid, { used }: Plan, na: ReadonlySet<string>): boolean {
  let absent = 0;
  for (const { column } of used) for (const cell of columnCells(grid, column)) if (isMissingCell(cell, na)) absent++;
  return 2 * absent > used.length * grid.length;
}

function shownText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return dateText(cell);
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

function recipeOf(
  { grid: { columns: names }, roles, decimal, na }: Held,
  plan: Plan,
  options: ReadOptions,
  instances: string | undefined,
): Recipe {
  const name = (column: number | undefined) => (column === undefined ? undefined : names[column]);
  return {
    bag: names[roles.bag],
    label: name(roles.label),
    group: name(roles.group),
    instances,
    positive: options.positive ?? [],
    unlabeled: options.unlabeled ?? [],
    negative: options.negative ?? [],
    decimal,
    missing: options.missing ?? "error",
    na: [...na],
    columns: plan.used.map(({ name: column, use }) => ({ name: column, use })),
    ignored: plan.leftOut,
    show: plan.show.map((column) => names[column]),
  };
}

function noSuchColumn(name: string, names: readonly string[], file: string): InputError {
  return new InputError({
    code: "no-such-column",
    message: `there is no column ${quote(name)}`,
    remedy: `The columns are ${listNames(names)}.`,
    where: { file },
  });
}

function unusable(name: string, meaning: ColumnMeaning, where: (row?: number) => Place): InputError {
  const odd = meaning.kind === "text" ? meaning.noDate : undefined;
  const why =
    odd !== undefined
      ? `holds dates, and ${quote(odd.text)} is none`
      : meaning.kind === "text"
        ? `has more than ${MOST_CATEGORIES} different words, or long ones`
        : `is ${meaning.kind}`;
  return new InputError({
    code: "unusable-column",
    message: `the column ${quote(name)} cannot be used as a feature: it ${why}`,
    remedy:
      odd === undefined
        ? "Leave it out of the option use, or turn it into numbers."
        : "Correct it, or name the words that mean a missing value in the option na.",
    where: { ...where(odd?.row), field: name },
  });
}
