import { createHash } from "node:crypto";
import type { Note } from "@bagwise/core/base";
import type { Prediction } from "@bagwise/core/model";
import { plainName } from "@bagwise/export/engines";
import { beside, identifiers } from "./dialect.js";
import { type Engine, execute, type Parameter, rowsOf } from "./engine.js";
import { engineError } from "./errors.js";
import { openJournal } from "./journal.js";
import { isReplaceable, markTable, SCORE_COLUMNS, type Target } from "./own-table.js";
import { exists, giveName } from "./replace-table.js";
import { Statement } from "./statement.js";
import { changeOf, type TableState } from "./table-state.js";

/** How many rows to write in one statement, and as how many characters of JSON: Trino takes a million. */
const ROWS = 1000;
const CHARACTERS = 800_000;

/** A table of scores that is being written. Nothing has its name before `finish`. */
export interface ScoresTable {
  /** The hash up to which an earlier run, which was stopped, has scored the bags. */
  readonly after: string | undefined;
  readonly notes: readonly Note[];
  /** Adds the scores of a part whose bags have hashes up to `upTo`. */
  add(predictions: readonly Prediction[], upTo: string): Promise<void>;
  /** Gives the scores their table, replacing one if you said so. Returns how many bags and positives it has. */
  finish(): Promise<{ readonly bags: number; readonly positive: number }>;
  /** Lets another run write there. Call it at the end, also after an error. */
  close(): Promise<void>;
}

/** What a stopped run is recognised by, and whether its scores still hold. */
export interface ScoresWork {
  /** What must be equal for it to be continued, such as the model and the source. */
  readonly of: readonly string[];
  /** What the table of the bags holds now. If that has changed, scoring begins again. */
  readonly state: TableState;
  /** Whether to go on although it has changed. Default: false. */
  readonly keep?: boolean | undefined;
}

/**
 * Prepares a table of scores. Parts are collected in a table beside it, or in a file here if the engine has no
 * transactions. Its name tells the work. Throws an InputError if another run makes the same table now.
 */
export async function scoresInto(engine: Engine, target: Target, work: ScoresWork): Promise<ScoresTable> {
  const name = createHash("sha256")
    .update([...work.of, target.into].join("\0"))
    .digest("hex")
    .slice(0, 12);
  await lockTarget(engine, target);
  return await (engine.dialect.transactions ? inTable : inJournal)(engine, target, { ...work, name });
}

/** Throws an InputError if another run writes to the table now, where the engine can tell. */
export async function lockTarget(engine: Engine, { table, into }: Target): Promise<void> {
  const statement = new Statement(engine.dialect);
  const sql = engine.dialect.lock?.(identifiers(table).map(plainName), (name) => statement.bind(name));
  if (sql === undefined) return;
  const [[free] = []] = await rowsOf(await engine.run(sql, statement.parameters));
  if (free !== true) throw engineError("busy", `another run is writing scores to ${into}`, engine.name);
}

type NamedWork = ScoresWork & { readonly name: string };

/** Scores that are collected in a table beside the target. */
async function inTable(engine: Engine, target: Target, work: NamedWork): Promise<ScoresTable> {
  const staging = beside(target.table, `bagwise_${work.name}`);
  const { text } = engine.dialect.types;
  // Rows without a bag say what is done: one up to where a part goes, one, with nothing there, what the table held.
  const found = (await exists(engine, staging))
    ? await rowsOf(
        await engine.run(
          `SELECT MAX(up_to), MAX(CASE WHEN up_to = '' THEN predicted END) FROM ${staging} WHERE bag IS NULL`,
        ),
      )
    : [];
  const [[upTo = null, about = null] = []] = found;
  const { fresh, note } = begun(work, { upTo, about, place: staging, noun: "table" });
  if (fresh)
    await together(engine, async () => {
      await execute(engine, `DROP TABLE IF EXISTS ${staging}`);
      await execute(engine, `CREATE TABLE ${staging} (${definitions(engine)}, up_to ${text})`);
      const row = [null, null, JSON.stringify(work.state), null, null, ""];
      await insertRows(engine, staging, [...typesOf(engine), text], [row]);
    });
  return {
    after: fresh ? undefined : String(upTo) || undefined,
    notes: note,
    add: (predictions, to) => addPart(engine, staging, predictions, to),
    finish: () => finish(engine, target, staging),
    close: async () => undefined,
  };
}

/** Scores that are collected in a file: the engine gets them when all are there. */
async function inJournal(engine: Engine, target: Target, work: NamedWork): Promise<ScoresTable> {
  const journal = await openJournal(work.name);
  const { upTo = null, about = null, path } = journal;
  const { fresh, note } = begun(work, { upTo, about, place: path, noun: "file" });
  if (fresh) await journal.begin(JSON.stringify(work.state));
  return {
    after: fresh ? undefined : (journal.upTo ?? undefined),
    notes: note,
    add: (predictions, to) => journal.add(predictions.map(rowOf), to),
    async finish() {
      const made = beside(target.table, `bagwise_${work.name}`);
      await execute(engine, `DROP TABLE IF EXISTS ${made}`);
      await execute(engine, `CREATE TABLE ${made} (${definitions(engine)})`);
      try {
        await insertRows(engine, made, typesOf(engine), journal.rows());
        await replaceBy(engine, made, target);
      } catch (error) {
        await execute(engine, `DROP TABLE IF EXISTS ${made}`).catch(() => undefined);
        throw error;
      }
      await journal.remove();
      return await counts(engine, target.table);
    },
    close: async () => journal.close(),
  };
}

/** Gives a finished table the name of the target, where there are no transactions. */
export async function replaceBy(engine: Engine, made: string, target: Target): Promise<void> {
  await isReplaceable(engine, target);
  await markTable(engine, made, target.table);
  await giveName(engine, made, target.table, target.force);
}

/** Whether scoring begins at its beginning, and what to say about that. */
function begun(
  { state, keep = false }: NamedWork,
  { upTo, about, place, noun }: { upTo: unknown; about: unknown; place: string; noun: "table" | "file" },
): { readonly fresh: boolean; readonly note: Note[] } {
  const done = typeof upTo === "string" && upTo !== "";
  const change = typeof about === "string" ? changeOf(JSON.parse(about), state) : "it was not looked at";
  if (change !== undefined && !(keep && done))
    return {
      fresh: true,
      note: done
        ? [
            {
              code: "scoring-begun-again",
              message: `an earlier run was stopped, and the table of the bags has changed since: ${change}; its scores were thrown away, and all bags scored again`,
            },
          ]
        : [],
    };
  if (!done) return { fresh: false, note: [] };
  const kept =
    change === undefined ? "" : `, as --keep-scores says, although the table of the bags has changed: ${change}`;
  return {
    fresh: false,
    note: [
      {
        code: "scoring-resumed",
        message: `an earlier run was stopped, and its scores in ${place} were kept${kept}; remove that ${noun} to begin anew`,
      },
    ],
  };
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
async function finish(engine: Engine, target: Target, staging: string): Promise<{ bags: number; positive: number }> {
  const query = `SELECT ${SCORE_COLUMNS.join(", ")} FROM ${staging} WHERE bag IS NOT NULL`;
  await together(engine, async () => {
    await makeTarget(engine, target, query);
    await execute(engine, `DROP TABLE ${staging}`);
  });
  return await counts(engine, target.table);
}

/** Makes the table of scores of what a query gives, in the place of one that may be replaced. For a transaction. */
export async function makeTarget(engine: Engine, target: Target, query: string): Promise<void> {
  if (await isReplaceable(engine, target)) await execute(engine, `DROP TABLE ${target.table}`);
  await execute(engine, `CREATE TABLE ${target.table} AS ${query}`);
  await markTable(engine, target.table, target.table);
}

/** How many bags a table of scores has, and how many of them are predicted positive. */
export async function counts(engine: Engine, target: string): Promise<{ bags: number; positive: number }> {
  const counted = `SELECT COUNT(*), SUM(CASE WHEN predicted = 'positive' THEN 1 ELSE 0 END) FROM ${target}`;
  const [[bags, positive] = []] = await rowsOf(await engine.run(counted));
  return { bags: Number(bags), positive: Number(positive ?? 0) };
}
