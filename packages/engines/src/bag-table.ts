import { labelReader } from "@bagwise/core/bags";
import { count, InputError } from "@bagwise/core/base";
import { cast, quoted, tableName } from "@bagwise/export/engines";
import type { ReadOptions } from "@bagwise/files";
import { assignRoles, labelText, listNames } from "@bagwise/files/formats";
import type { Cell } from "@bagwise/files/table";
import type { Dialect, Kind } from "./dialect.js";
import { type Engine, rowsOf } from "./engine.js";
import { engineError } from "./errors.js";
import { isLong, pivoted } from "./long-form.js";
import { MOST_NAMED } from "./statement.js";

/** How many different labels to look at. */
const MOST_LABELS = 1000;

/** A column of a table, and how to ask for its values. */
export interface TableColumn {
  readonly name: string;
  readonly kind: Kind;
  /** An expression that gives number, boolean or text. */
  readonly expression: string;
}

/** A table of instances in an engine, with the columns that say which bag and label a row has. */
export interface BagTable {
  readonly engine: Engine;
  /** What stands after FROM. */
  readonly from: string;
  /** All columns, but those you left out. */
  readonly columns: readonly TableColumn[];
  /** The column of the bags. */
  readonly bag: TableColumn;
  /** The id of a bag as text, which its hash is made of. */
  readonly bagText: string;
  readonly label: TableColumn | undefined;
  /** The texts of the label column that mean positive. */
  readonly positive: readonly string[];
  /** Instead of a label column: the ids of the bags that are positive, from a file of its own. */
  readonly positiveBags: readonly string[] | undefined;
}

/**
 * Finds out what a table holds: its columns, which of them name bag and label, guessed as for files,
 * and which labels mean positive. Costs one pass over the column of labels.
 */
export async function bagTable(engine: Engine, options: ReadOptions): Promise<BagTable> {
  const file = engine.name;
  const { positiveBags } = options;
  if (options.labels !== undefined && positiveBags === undefined) throw labelsApart(file);
  if (positiveBags !== undefined && positiveBags.length > MOST_NAMED) throw tooManyLabels(positiveBags.length, file);
  const from = await rowsFrom(engine, options);
  const { columns: found } = await described(engine, from);
  const names = found.map(({ name }) => name);
  if (names.length === 0) throw engineError("schema", "the table has no columns", file);
  const { bag, label, ignored } = assignRoles(names, { ...options, ignore: known(options.ignore, names) }, file);
  const all = found.map(({ name, type }) => columnOf(name, engine.dialect.kindOf(type), engine.dialect));
  const table = {
    engine,
    from,
    columns: all.filter((_, k) => !ignored.has(k)),
    bag: all[bag],
    bagText: cast(quoted(names[bag]), engine.dialect.types.text),
    label: label === undefined ? undefined : all[label],
    positiveBags,
  };
  const asks = label !== undefined && positiveBags === undefined;
  return { ...table, positive: asks ? await positiveLabels(table, options) : [] };
}

/** What stands after FROM, with one row for each instance, also if the table is in long form. */
async function rowsFrom(engine: Engine, options: ReadOptions): Promise<string> {
  const from = await fromOf(engine, options);
  if (!isLong(options)) return from;
  const names = (await described(engine, from)).columns.map(({ name }) => name);
  const { bag, label } = assignRoles(names, { ...options, ignore: undefined }, engine.name);
  const { group, show = [], recipe } = options;
  const asked = new Set([group ?? recipe?.group, ...show].flatMap((name) => name ?? []));
  const others = names.filter((name, k) => k !== bag && (k === label || asked.has(name)));
  return await pivoted(engine, from, names, { bag: names[bag], others }, options);
}

/** The columns of `ignore` that the table has: the rest is said when the rows are read. */
function known(ignore: readonly string[] | undefined, names: readonly string[]): readonly string[] | undefined {
  return ignore?.filter((name) => names.includes(name) || /^\d+$/.test(name));
}

async function fromOf(engine: Engine, { table, query }: ReadOptions): Promise<string> {
  const file = engine.name;
  if (table !== undefined && query !== undefined)
    throw new InputError({
      code: "option",
      message: "--table and --query cannot both be given",
      remedy: "Leave one out.",
      where: { file },
    });
  if (query !== undefined) {
    const text = query.trim().replace(/;+$/, "");
    if (text === "") throw engineError("statement", "the query is empty", file);
    // On lines of its own, so that a comment at its end does not swallow the bracket.
    return `(\n${text}\n) AS q`;
  }
  const name = table ?? (await onlyTable(engine));
  const from = tableName(name);
  if (from === undefined) throw engineError("schema", `${name} is not the name of a table`, file);
  return from;
}

/** The table that is meant if you name none. */
async function onlyTable(engine: Engine): Promise<string> {
  const tables = await engine.tables();
  const [only, ...others] = tables;
  if (only !== undefined && others.length === 0) return only;
  const which = only === undefined ? "it has none that you can see" : `it has ${listNames(tables)}`;
  throw new InputError({
    code: "no-table",
    message: `a source with tables needs the name of one; ${which}`,
    remedy: "Name it with --table, or give a --query.",
    where: { file: engine.name },
  });
}

async function described(engine: Engine, from: string) {
  const result = await engine.run(`SELECT * FROM ${from} LIMIT 0`);
  for await (const _ of result.batches);
  return result;
}

function columnOf(name: string, kind: Kind, { types, list }: Dialect): TableColumn {
  const value = quoted(name);
  const expressions = {
    number: cast(value, types.real),
    text: cast(value, types.text),
    list: list(value),
    boolean: value,
  };
  return { name, kind, expression: expressions[kind] };
}

async function positiveLabels(
  { engine, from, label }: Omit<BagTable, "positive">,
  options: ReadOptions,
): Promise<string[]> {
  if (label === undefined) return [];
  const text = cast(quoted(label.name), engine.dialect.types.text);
  const rows = await rowsOf(
    await engine.run(`SELECT DISTINCT ${text} AS t, ${label.expression} AS v FROM ${from} LIMIT ${MOST_LABELS + 1}`),
  );
  const where = { file: engine.name, field: label.name };
  if (rows.length > MOST_LABELS)
    throw new InputError({
      code: "label-value",
      message: `the label has more than ${count(MOST_LABELS, "different value")}`,
      remedy: "Name the column with the labels in the option label.",
      where,
    });
  const { recipe } = options;
  const words = {
    positive: options.positive ?? recipe?.positive,
    unlabeled: options.unlabeled ?? recipe?.unlabeled,
    negative: options.negative ?? recipe?.negative,
  };
  // The notes come when the rows are read.
  const code = labelReader({ ...words, recipe });
  const textOf = labelText(options);
  return rows.flatMap(([raw, value]) => {
    const cell: Cell = value;
    if (raw === null) return [];
    return code(
      textOf(cell, () => where),
      () => where,
    ) === 1
      ? [String(raw)]
      : [];
  });
}

function labelsApart(file: string): InputError {
  return new InputError({
    code: "option",
    message: "labels in a file of their own have to be read before a table is opened",
    remedy: "Give the ids in positiveBags.",
    where: { file },
  });
}

function tooManyLabels(found: number, file: string): InputError {
  return new InputError({
    code: "option",
    message: `the file of labels names ${count(found, "positive bag")}, and a database is asked for at most ${count(MOST_NAMED, "name")}`,
    remedy: "Put the labels into a table, and join it in --query.",
    where: { file },
  });
}
