import { createHash, randomUUID } from "node:crypto";
import { isPlain } from "@bagwise/core/bags";
import { count, InputError } from "@bagwise/core/base";
import type { Model, Prediction } from "@bagwise/core/model";
import { type Step, toSql, toSqlSteps } from "@bagwise/export";
import { cast, quoted } from "@bagwise/export/engines";
import type { ReadOptions } from "@bagwise/files";
import type { BagTable } from "./bag-table.js";
import { beside, identifiers } from "./dialect.js";
import { type Engine, execute, rowsOf } from "./engine.js";
import { counts, insertRows, lockTarget, makeTarget, replaceBy, together } from "./into.js";
import { SCORE_COLUMNS, type Target } from "./own-table.js";
import { Statement } from "./statement.js";

/** Our table of the scores that are known already, in the session alone where there is such a thing. */
const KNOWN = "bagwise_known";
const BAG = "bagwise bag";

/** What to write, and how. */
export interface ScoreInsideOptions {
  readonly target: Target;
  /** Held-out scores of training bags, which come before what the engine computes. */
  readonly known: readonly Prediction[];
}

/**
 * Scores all bags inside the engine, with the model as one query, and writes the scores to a table, in one
 * transaction where the engine has them. An engine without them gets tables of the model's numbers and of steps of
 * the score, which are dropped at the end. No instance leaves the engine. Scores agree with those computed here to about 1e-12. Throws
 * an InputError if the model cannot be a query, if its columns are no plain numbers, or if values are
 * missing that nothing fills.
 */
export async function scoreInside(
  table: BagTable,
  writer: Engine,
  model: Model,
  { target, known }: ScoreInsideOptions,
): Promise<{ readonly bags: number; readonly positive: number }> {
  await lockTarget(writer, target);
  const rows = `SELECT ${viewColumns(table, model)} FROM ${table.from}`;
  const asked = { dialect: table.engine.dialect.name, rows, bag: BAG };
  // Without transactions the table has another name until it is whole, and all tables of ours begin alike, so that a
  // later run finds those of one that was killed. Names of two runs at the same time differ.
  const { transactions } = writer.dialect;
  const begin = scratchBegin(writer.name, target.table);
  const run = `${begin}${Date.now().toString(36)}_${randomUUID().slice(0, 8)}_`;
  const own = (name: string | number) => beside(target.table, `${run}${name}`);
  const fresh = transactions ? target.table : own("new");
  const held = transactions ? KNOWN : own("known");
  const create = transactions ? "CREATE TEMPORARY TABLE" : "CREATE TABLE";
  const { steps, select: scores } = transactions
    ? { steps: [], select: toSql(model, asked).replace(/;\s*$/, "") }
    : toSqlSteps(model, { ...asked, place: own });
  const dropOwn = async () => {
    const tables = transactions
      ? [held]
      : (await tablesLike(writer, target.table, run)).map((name) => beside(target.table, name));
    for (const each of tables) await execute(writer, `DROP TABLE IF EXISTS ${each}`);
  };
  const dropOld = async () => {
    for (const name of await tablesLike(writer, target.table, begin))
      if (isOld(name.slice(begin.length))) await execute(writer, `DROP TABLE IF EXISTS ${beside(target.table, name)}`);
  };
  const write = async () => {
    const { text, real } = writer.dialect.types;
    await execute(writer, `${create} ${held} (bag ${text}, score ${real}, probability ${real})`);
    await insertRows(
      writer,
      held,
      [text, real, real],
      known.map(({ bag, score, probability }) => [bag, score, probability]),
    );
    for (const step of steps) await makeStep(writer, step);
    const query = answers(scores, model.threshold, held, writer);
    await (transactions ? makeTarget(writer, target, query) : execute(writer, `CREATE TABLE ${fresh} AS ${query}`));
    await refuseGaps(writer, fresh);
    if (!transactions) await replaceBy(writer, fresh, target);
    await dropOwn();
  };
  if (transactions) await together(writer, write);
  else
    try {
      await dropOld();
      await write();
    } catch (error) {
      await dropOwn().catch(() => undefined);
      throw isUnsupported(error) ? noLists(writer, error.complaint) : error;
    }
  return await counts(writer, target.table);
}

function isUnsupported(error: unknown): error is InputError {
  return error instanceof InputError && error.code === "engine-unsupported";
}

/** The error for a catalog that cannot hold our tables of steps. Most connectors to other databases are such. */
function noLists({ name }: Engine, said: string): InputError {
  return new InputError({
    code: "engine-unsupported",
    message: `--in-database makes tables with columns of arrays beside that of the scores, and this catalog refuses them (${said})`,
    remedy:
      "Leave out --in-database: then the rows are read and scored here. Or name a table of a catalog with arrays in --into, such as one of Iceberg, Hive or memory.",
    where: { file: name },
  });
}

/** Throws an InputError if the engine could not read the columns as reading here would. */
export function refuseOtherColumns(table: BagTable, { card }: Model, options: ReadOptions): void {
  const { recipe } = card;
  const fail = (message: string) => {
    throw new InputError({
      code: "not-exportable",
      message,
      remedy: "Leave out --in-database: then the rows are read and scored here.",
      where: { file: table.engine.name },
    });
  };
  if (recipe === undefined || !isPlain(recipe)) fail("the model needs columns that are more than plain numbers");
  if ((options.missing ?? recipe?.missing) === "drop") fail("rows with missing values are to be dropped");
  const kinds = new Map(table.columns.map(({ name, kind }) => [name, kind]));
  const others = (recipe?.columns ?? []).filter(({ name }) => kinds.get(name) !== "number");
  if (others.length > 0) fail(`the column ${others[0].name} is missing or holds no numbers`);
}

/** How the names of our tables begin while scores for a table, as quoted, are made. */
export function scratchBegin(source: string, target: string): string {
  return `bagwise_${createHash("sha256").update(`${source}\0${target}`).digest("hex").slice(0, 12)}_`;
}

/** Tables this much older, in milliseconds, are of a run that was killed: no statement takes so long. */
const OLD = 24 * 3600 * 1000;

/** Whether a table is of a run that began long ago, by what follows the beginning of its name. */
function isOld(rest: string): boolean {
  const began = Number.parseInt(rest.split("_")[0], 36);
  return Number.isFinite(began) && Date.now() - began > OLD;
}

/** The tables in the schema of this one whose names begin like that. */
async function tablesLike(engine: Engine, table: string, begin: string): Promise<string[]> {
  const catalog = identifiers(table)
    .slice(0, -2)
    .map((name) => `${name}.`);
  const statement = new Statement(engine.dialect);
  const found = await engine.run(
    `SELECT table_name FROM ${catalog.join("")}information_schema.tables WHERE starts_with(table_name, ${statement.bind(begin)})`,
    statement.parameters,
  );
  return (await rowsOf(found)).map(([name]) => String(name));
}

/** Makes the table of a step: of numbers of the model, or of what a query gives. */
async function makeStep(writer: Engine, step: Step): Promise<void> {
  if ("select" in step) return await execute(writer, `CREATE TABLE ${step.table} AS ${step.select}`);
  const { real, whole } = writer.dialect.types;
  const types = Object.values(step.columns).map((type) => ({ whole, real, list: `array(${real})` })[type]);
  const columns = Object.keys(step.columns).map((name, k) => `${name} ${types[k]}`);
  await execute(writer, `CREATE TABLE ${step.table} (${columns.join(", ")})`);
  await insertRows(
    writer,
    step.table,
    types,
    step.rows.map((row) => row.map((value) => (typeof value === "number" ? value : Array.from(value)))),
  );
}

function viewColumns({ bagText, columns }: BagTable, { features }: Model): string {
  const expressions = new Map(columns.map(({ name, expression }) => [name, expression]));
  const each = features.map((name) => `${expressions.get(name)} AS ${quoted(name)}`);
  return [`${bagText} AS ${quoted(BAG)}`, ...each].join(", ");
}

/** The columns of a table of scores. */
function answers(scores: string, threshold: number, known: string, { dialect }: Engine): string {
  const [bag, score, predicted, probability, held] = SCORE_COLUMNS;
  const limit = cast(`'${threshold}'`, dialect.types.real);
  return `SELECT bag AS ${bag}, score AS ${score}, CASE WHEN score >= ${limit} THEN 'positive' ELSE 'negative' END AS ${predicted},
    probability AS ${probability}, CAST(held AS ${dialect.types.whole}) AS ${held} FROM (
    SELECT s.bag AS bag, COALESCE(k.score, s.score) AS score,
      CASE WHEN k.bag IS NULL THEN s.probability ELSE k.probability END AS probability,
      CASE WHEN k.bag IS NULL THEN 0 ELSE 1 END AS held
    FROM (${scores}) AS s LEFT JOIN ${known} AS k ON k.bag = s.bag) AS a`;
}

/** A missing value would have stopped reading; here it gives no score. */
async function refuseGaps(writer: Engine, target: string): Promise<void> {
  const statement = new Statement(writer.dialect);
  const sql = `SELECT COUNT(*), MIN(bag) FROM ${target} WHERE score IS NULL`;
  const [[gaps, bag] = []] = await rowsOf(await writer.run(sql, statement.parameters));
  if (Number(gaps) === 0) return;
  throw new InputError({
    code: "missing-value",
    message: `${count(Number(gaps), "bag has", "bags have")} missing values, such as this one`,
    remedy: "Fill them in, or train with the option missing set to median or zero.",
    where: { file: writer.name, bag: String(bag) },
  });
}
