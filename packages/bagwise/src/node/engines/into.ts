import { createHash } from "node:crypto";
import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { Prediction } from "../../model/model.js";
import { tableName } from "./dialect.js";
import { type Engine, execute, type Parameter, rowsOf } from "./engine.js";
import { engineError } from "./errors.js";
import { Statement } from "./statement.js";

/** How many rows to write in one statement. */
const ROWS = 1000;

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
 * Prepares a table of scores. Parts are collected in a table beside it, whose name tells the work: `of`
 * is what must be equal for a stopped run to be continued, such as the model and the source. Throws an
 * InputError if the table exists, unless `force` is set.
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
  const staging = beside(target, `_bagwise_${work}`);
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

async function exists(engine: Engine, table: string): Promise<boolean> {
  try {
    await execute(engine, `SELECT 1 FROM ${table} LIMIT 0`);
    return true;
  } catch (error) {
    if (error instanceof InputError && error.code === "engine-schema") return false;
    throw error;
  }
}

/** The name of a table next to this one. */
function beside(table: string, ending: string): string {
  return `${table.slice(0, -1)}${ending}"`;
}

function definitions({ dialect: { types } }: Engine): string {
  const { text, real, whole } = types;
  return [text, real, text, real, whole].map((type, k) => `${SCORE_COLUMNS[k]} ${type}`).join(", ");
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
  const { text, real, whole } = engine.dialect.types;
  const types = [text, real, text, real, whole, text];
  await together(engine, async () => {
    const rows = predictions.map(({ bag, score, predicted, probability, heldOut }): Parameter[] => [
      ...[bag, score, predicted, probability, heldOut ? 1 : 0],
      null,
    ]);
    await insertRows(engine, staging, types, rows);
    // Only this row says that the part is complete: not every engine has transactions.
    await insertRows(engine, staging, types, [[null, null, null, null, null, upTo]]);
  });
}

/** Adds rows to a table, some of them a statement. `types`: those of its columns. */
export async function insertRows(
  engine: Engine,
  table: string,
  types: readonly string[],
  rows: readonly (readonly Parameter[])[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS) {
    const statement = new Statement(engine.dialect);
    const places = rows
      .slice(start, start + ROWS)
      .map((row) => `(${row.map((value, k) => `CAST(${statement.bind(value)} AS ${types[k]})`).join(", ")})`);
    await execute(engine, `INSERT INTO ${table} VALUES ${places.join(", ")}`, statement.parameters);
  }
}

/**
 * Makes the table of what was collected. A part that was begun twice is there twice where an engine has
 * no transactions, with equal scores, so one row of each bag is taken.
 */
async function finish(
  engine: Engine,
  { target, staging, force }: { target: string; staging: string; force: boolean },
): Promise<{ bags: number; positive: number }> {
  const { dialect } = engine;
  const columns = SCORE_COLUMNS.map((name) => (name === "bag" ? name : `MIN(${name}) AS ${name}`));
  const rows = dialect.transactions
    ? `SELECT ${SCORE_COLUMNS.join(", ")} FROM ${staging} WHERE bag IS NOT NULL`
    : `SELECT ${columns.join(", ")} FROM ${staging} WHERE bag IS NOT NULL GROUP BY bag`;
  const fresh = dialect.transactions ? target : beside(target, "_bagwise_new");
  await together(engine, async () => {
    if (fresh === target && force) await execute(engine, `DROP TABLE IF EXISTS ${target}`);
    if (fresh !== target) await execute(engine, `DROP TABLE IF EXISTS ${fresh}`);
    await execute(engine, `CREATE TABLE ${fresh} AS ${rows}`);
    if (fresh !== target) {
      if (force) await execute(engine, `DROP TABLE IF EXISTS ${target}`);
      await execute(engine, `ALTER TABLE ${fresh} RENAME TO ${target}`);
    }
    await execute(engine, `DROP TABLE ${staging}`);
  });
  const counted = `SELECT COUNT(*), SUM(CASE WHEN predicted = 'positive' THEN 1 ELSE 0 END) FROM ${target}`;
  const [[bags, positive] = []] = await rowsOf(await engine.run(counted));
  return { bags: Number(bags), positive: Number(positive ?? 0) };
}

function resumedNote(staging: string): Note {
  return {
    code: "scoring-resumed",
    message: `an earlier run was stopped, and its scores in ${staging} were kept; remove that table to begin anew`,
  };
}

function notATable(into: string): InputError {
  return new InputError({
    code: "option",
    message: `--into is ${into}, which is not the name of a table`,
    remedy: "Give a name such as scores or schema.scores.",
  });
}
