import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, quote } from "@bagwise/core/base";
import { plainName, tableName } from "@bagwise/export/engines";
import { identifiers } from "./dialect.js";
import { type Engine, execute, rowsOf } from "./engine.js";
import { engineError } from "./errors.js";
import { journalFolder } from "./journal.js";
import { exists } from "./replace-table.js";
import { Statement } from "./statement.js";

/** The columns of a table of scores. */
export const SCORE_COLUMNS = ["bag", "score", "predicted", "probability", "held_out"] as const;

/** How the comment of a table begins that bagwise wrote, and may replace. */
export const MARK = "scores made by bagwise";

/** The table to write. */
export interface Target {
  /** As it was typed. */
  readonly into: string;
  /** As it stands in a statement. */
  readonly table: string;
  /** Whether a table of scores that bagwise wrote may be replaced. */
  readonly force: boolean;
}

/**
 * The table that `into` names, before any work. Throws an InputError if it is no name of a table, if the engine would
 * cut it off, if there is something of that name that may not be replaced, or if `from`, what stands after FROM, reads
 * it by whatever view.
 */
export async function targetOf(
  engine: Engine,
  into: string,
  { force, from }: { readonly force: boolean; readonly from: string },
): Promise<Target> {
  const table = tableName(into);
  if (table === undefined) throw notATable(into);
  const { longestName = Number.POSITIVE_INFINITY, title } = engine.dialect;
  const long = identifiers(table).find((name) => Buffer.byteLength(plainName(name)) > longestName);
  if (long !== undefined) throw tooLong(into, title, longestName);
  const target = { into, table, force };
  if (!(await exists(engine, table))) return target;
  if (!force) throw engineError("exists", `the table ${into} exists already`, engine.name);
  if (!(await isReplaceable(engine, target))) throw notOurs(engine, `${into} is no table`);
  await refuseSource(engine, target, from);
  return target;
}

/** Whether there is a table that may be replaced. Throws an InputError if there is one that may not. */
export async function isReplaceable(engine: Engine, { into, table, force }: Target): Promise<boolean> {
  // Then making it says so.
  if (!force) return false;
  const statement = new Statement(engine.dialect);
  const names = identifiers(table).map(plainName);
  const sql = engine.dialect.standing(names, (name) => statement.bind(name));
  const [first, ...more] = await rowsOf(await engine.run(sql, statement.parameters));
  if (first === undefined) return false;
  const [what, comment] = first;
  if (what !== null || more.length > 0) throw notOurs(engine, `${into} is ${what ?? "the name of two tables"}`);
  const { columns, batches } = await engine.run(`SELECT * FROM ${table} LIMIT 0`);
  for await (const _ of batches);
  if (columns.map(({ name }) => name).join() !== SCORE_COLUMNS.join())
    throw notOurs(engine, `the columns of the table ${into} are not those of scores`);
  if (String(comment ?? "").startsWith(MARK) || existsSync(recordOf(engine, table))) return true;
  throw notOurs(
    engine,
    `the table ${into} has the columns of scores, but nothing says that bagwise wrote it, and older versions did not say so`,
    `Choose another name for --into, or drop the table yourself. To let --force replace it, give it this comment: COMMENT ON TABLE ${table} IS '${MARK}'.`,
  );
}

/** Throws an InputError if the engine would read the table to give the bags. */
async function refuseSource(engine: Engine, { into, table }: Target, from: string): Promise<void> {
  const bare = (name: string) => name.replaceAll('"', "").toLowerCase();
  const last = bare(identifiers(table).at(-1) ?? "");
  const plan = await rowsOf(await engine.run(`${engine.dialect.explain} SELECT * FROM ${from}`));
  // What a driver has parsed is text again.
  const text = plan.flat().map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  for (const [, found] of text.join("\n").matchAll(/"(?:table|relation name)"\s*:\s*("(?:[^"\\]|\\.)*")/gi)) {
    const read = bare(String(JSON.parse(found)));
    if (read === last || read.endsWith(`.${last}`))
      throw new InputError({
        code: "option",
        message: `--into is ${into}, and the bags are made from a table of that name`,
        remedy: "Choose another name for the scores.",
        where: { file: engine.name },
      });
  }
}

/**
 * Says that a table is one of ours: in its comment or, where the engine has none for it, in a file here. `target`: the
 * name that it is going to have, as quoted.
 */
export async function markTable(engine: Engine, table: string, target: string): Promise<void> {
  try {
    await execute(engine, `COMMENT ON TABLE ${table} IS '${MARK}'`);
  } catch (error) {
    const lacking = error instanceof InputError && ["engine-unsupported", "engine-rights"].includes(error.code);
    if (!lacking || engine.dialect.transactions) throw error;
    await mkdir(journalFolder(), { recursive: true, mode: 0o700 });
    await writeFile(recordOf(engine, target), `${engine.name} ${target}\n`, { mode: 0o600 });
  }
}

/** The file that says that a table of this name was written by bagwise. */
function recordOf({ name }: Engine, table: string): string {
  const key = createHash("sha256").update(`${name}\0${table}`).digest("hex").slice(0, 12);
  return join(journalFolder(), `${key}.made`);
}

function notOurs({ name }: Engine, message: string, remedy = "Choose another name for --into."): InputError {
  return new InputError({
    code: "engine-exists",
    message: `${message}; --force replaces only tables of scores that bagwise wrote`,
    remedy,
    where: { file: name },
  });
}

function notATable(into: string): InputError {
  return new InputError({
    code: "option",
    message: `--into is ${quote(into)}, which is not the name of a table`,
    remedy: "Give a name such as scores or schema.scores.",
  });
}

function tooLong(into: string, title: string, longest: number): InputError {
  return new InputError({
    code: "option",
    message: `--into is ${quote(into)}, and ${title} cuts off names after ${longest} bytes`,
    remedy: "Give a shorter name.",
  });
}
