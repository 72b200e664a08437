import { createHash } from "node:crypto";
import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { Prediction } from "../../model/model.js";
import { beside, identifiers, tableName } from "./dialect.js";
import { type Engine, execute, type Parameter, rowsOf } from "./engine.js";
import { engineError } from "./errors.js";
import { type Journal, openJournal } from "./journal.js";
import { exists, giveName } from "./replace-table.js";
import { Statement } from "./statement.js";

/** How many rows to write in one statement, and as how many characters of JSON: Trino takes a million. */
const ROWS = 1000;
const CHARACTERS = 800_000;

/** The columns of a table of scores. */
export const SCORE_COLUMNS = ["bag", "score", "predicted", "probability", "held_out"] as const;

/** A table of scores that is being written. Nothing has its name before `finish`. */
export interface ScoresTable {
  /** The hash up to which an earlier run, which was stopped, has scored the bags. */
  readonly after: string | undefined;
  readonly notes: readonly Note[];
  /** Adds the scores of a part whose bags have hashes up to `upTo`. */
  add(predictions: readonly Prediction[], upTo: string): Promise<void>;
  /** Gives the scores their table, replacing one if you said so. Returns how many bags and positives it has. */
  finish(): Promise<{ readonly bags: number; readonly positive: number }>;
}

/**
 * Prepares a table of scores. Parts are collected in a table beside it, or in a file here if the engine has no
 * transactions. Its name tells the work: `of` is what must be equal for a stopped run to be continued, such
 * as the model and the source. Throws an InputError if the table exists, unless `force` is set.
 */
export async function scoresInto(
  engine: Engine,
  into: string,
  { of, force }: { of: readonly string[]; force: boolean },
): Promise<ScoresTable> {
  const target = tableName(into);
  if (target === undefined) throw notATable(into);
  if (!force) await refuseExisting(engine, target, into);
  const work = createHash("sha256")
    .update([...of, into].join("\0"))
    .digest("hex")
    .slice(0, 12);
  if (!engine.dialect.transactions) return collected(engine, await openJournal(work), { target, work, force });
  const staging = beside(target, `bagwise_${work}`);
  const found = await exists(engine, staging);
  if (!found)
    await execute(engine, `CREATE TABLE ${staging} (${definitions(engine)}, up_to ${engine.dialect.types.text})`);
  const [[done = null] = []] = found ? await rowsOf(await engine.run(`SELECT MAX(up_to) FROM ${staging}`)) : [];
  return {
    after: done === null ? undefined : String(done),
    notes: done === null ? [] : [resumedNote(staging)],
    add: (predictions, upTo) => addPart(engine, staging, predictions, upTo),
    finish: () => finish(engine, { target, staging, force }),
  };
}

/** Throws an InputError if a table is there already. `into`: its name as it was given. */
export async function refuseExisting(engine: Engine, target: string, into: string): Promise<void> {
  if (await exists(engine, target)) throw engineError("exists", `the table ${into} exists already`, engine.name);
}

/**
 * Throws an InputError if scores that replace a table would replace the one that they are made from, as far as
 * names tell: a name without its schema may mean the same table as one with it.
 */
export function refuseSource(from: string, into: string, file: string): void {
  const target = identifiers(tableName(into) ?? "");
  const last = target.at(-1);
  if (last === undefined) return;
  const source = identifiers(from);
  const isTable = from.startsWith('"');
  const shared = Math.min(source.length, target.length);
  const same = (a: string[], b: string[]) => a.join(".").toLowerCase() === b.join(".").toLowerCase();
  const mentioned = new RegExp(`(^|[^\\w])${escaped(last.slice(1, -1))}($|[^\\w])`, "i");
  if (isTable ? !same(source.slice(-shared), target.slice(-shared)) : !mentioned.test(from)) return;
  throw new InputError({
    code: "option",
    message: isTable
      ? `--into is ${into}, which is the table of the bags`
      : `--into is ${into}, a name that the query mentions, too`,
    remedy: "Choose another name for the scores.",
    where: { file },
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function definitions(engine: Engine): string {
  return typesOf(engine)
    .map((type, k) => `${SCORE_COLUMNS[k]} ${type}`)
    .join(", ");
}

/** Several statements as one transaction, where the engine has them. */
export async function together(engine: Engine, work: () => Promise<void>): Promise<void> {
  if (!engine.dialect.transactions) return await work();
  await execute(engine, "BEGIN");
  try {
    await work();
    await execute(engine, "COMMIT");
  } catch (error) {
    // The connection may be lost, and then the transaction is undone anyway.
    await execute(engine, "ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function addPart(
  engine: Engine,
  staging: string,
  predictions: readonly Prediction[],
  upTo: string,
): Promise<void> {
  const { text } = engine.dialect.types;
  const rows = predictions.map((prediction) => [...rowOf(prediction), null]);
  await together(engine, () =>
    insertRows(engine, staging, [...typesOf(engine), text], [...rows, [null, null, null, null, null, upTo]]),
  );
}

function rowOf({ bag, score, predicted, probability, heldOut }: Prediction): Parameter[] {
  return [bag, score, predicted, probability, heldOut ? 1 : 0];
}

/** The types of the columns of a table of scores. */
function typesOf({ dialect: { types } }: Engine): string[] {
  const { text, real, whole } = types;
  return [text, real, text, real, whole];
}

/** A table of scores for an engine without transactions: it gets them when all are there. */
function collected(
  engine: Engine,
  journal: Journal,
  { target, work, force }: { target: string; work: string; force: boolean },
): ScoresTable {
  return {
    after: journal.upTo,
    notes: journal.upTo === undefined ? [] : [resumedNote(journal.path, "file")],
    add: (predictions, upTo) => journal.add(predictions.map(rowOf), upTo),
    async finish() {
      const fresh = beside(target, `bagwise_${work}`);
      await execute(engine, `DROP TABLE IF EXISTS ${fresh}`);
      await execute(engine, `CREATE TABLE ${fresh} (${definitions(engine)})`);
      try {
        await insertRows(engine, fresh, typesOf(engine), journal.rows());
        await giveName(engine, fresh, target, force);
      } catch (error) {
        await execute(engine, `DROP TABLE IF EXISTS ${fresh}`).catch(() => undefined);
        throw error;
      }
      await journal.remove();
      return await counts(engine, target);
    },
  };
}

/** What can be written to a table: a list is one of numbers. */
type Written = Parameter | readonly number[];

function bindable(value: Written): Parameter {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** Adds rows to a table, some of them a statement. `types`: those of its columns. */
export async function insertRows(
  engine: Engine,
  table: string,
  types: readonly string[],
  rows: Iterable<readonly Written[]> | AsyncIterable<readonly Written[]>,
): Promise<void> {
  const { rowsOfJson } = engine.dialect;
  let some: (readonly Written[])[] = [];
  let characters = 0;
  const write = async () => {
    if (some.length === 0) return;
    const statement = new Statement(engine.dialect);
    const values =
      rowsOfJson === undefined
        ? `VALUES ${some.map((row) => `(${row.map((value, k) => `CAST(${statement.bind(bindable(value))} AS ${types[k]})`).join(", ")})`).join(", ")}`
        : rowsOfJson(statement.bind(JSON.stringify(some)), types);
    await execute(engine, `INSERT INTO ${table} ${values}`, statement.parameters);
    some = [];
    characters = 0;
  };
  for await (const row of rows) {
    // A quote is written twice.
    const more = rowsOfJson === undefined ? 0 : JSON.stringify(row).replaceAll("'", "''").length + 1;
    if (characters + more > CHARACTERS || (rowsOfJson === undefined && some.length === ROWS)) await write();
    some.push(row);
    characters += more;
  }
  await write();
}

/** Makes the table of what was collected, in one transaction. */
async function finish(
  engine: Engine,
  { target, staging, force }: { target: string; staging: string; force: boolean },
): Promise<{ bags: number; positive: number }> {
  await together(engine, async () => {
    if (force) await execute(engine, `DROP TABLE IF EXISTS ${target}`);
    await execute(
      engine,
      `CREATE TABLE ${target} AS SELECT ${SCORE_COLUMNS.join(", ")} FROM ${staging} WHERE bag IS NOT NULL`,
    );
    await execute(engine, `DROP TABLE ${staging}`);
  });
  return await counts(engine, target);
}

/** How many bags a table of scores has, and how many of them are predicted positive. */
export async function counts(engine: Engine, target: string): Promise<{ bags: number; positive: number }> {
  const counted = `SELECT COUNT(*), SUM(CASE WHEN predicted = 'positive' THEN 1 ELSE 0 END) FROM ${target}`;
  const [[bags, positive] = []] = await rowsOf(await engine.run(counted));
  return { bags: Number(bags), positive: Number(positive ?? 0) };
}

function resumedNote(place: string, noun: "table" | "file" = "table"): Note {
  return {
    code: "scoring-resumed",
    message: `an earlier run was stopped, and its scores in ${place} were kept; remove that ${noun} to begin anew`,
  };
}

function notATable(into: string): InputError {
  return new InputError({
    code: "option",
    message: `--into is ${into}, which is not the name of a table`,
    remedy: "Give a name such as scores or schema.scores.",
  });
}
