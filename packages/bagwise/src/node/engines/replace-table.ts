import { randomUUID } from "node:crypto";
import { InputError } from "../../base/errors.js";
import { beside } from "./dialect.js";
import { type Engine, execute } from "./engine.js";

/**
 * Gives a finished table its name in an engine without transactions. With `force`, a table of that name goes aside
 * first, comes back if the new one cannot have its name, and is dropped at the end: at no time is there neither.
 */
export async function giveName(engine: Engine, fresh: string, target: string, force: boolean): Promise<void> {
  const rename = (from: string, to: string) => execute(engine, `ALTER TABLE ${from} RENAME TO ${to}`);
  // The name is like none of those that a later run drops.
  const old = force && (await exists(engine, target)) ? beside(target, `bagwise_old_${shortId()}`) : undefined;
  if (old !== undefined) await rename(target, old);
  try {
    await rename(fresh, target);
  } catch (error) {
    if (old !== undefined)
      await rename(old, target).catch(() => {
        throw leftBehind(engine, `the table ${target} could not be replaced, and is now called ${old}`, error);
      });
    throw error;
  }
  if (old !== undefined)
    await execute(engine, `DROP TABLE ${old}`).catch((error: unknown) => {
      throw leftBehind(engine, `the scores are in ${target}, and what it held before is still in ${old}`, error);
    });
}

/** Whether there is a table of this name, as quoted. */
export async function exists(engine: Engine, table: string): Promise<boolean> {
  try {
    await execute(engine, `SELECT 1 FROM ${table} LIMIT 0`);
    return true;
  } catch (error) {
    if (error instanceof InputError && error.code === "engine-schema") return false;
    throw error;
  }
}

function shortId(): string {
  return randomUUID().slice(0, 8);
}

function leftBehind({ name }: Engine, message: string, cause: unknown): InputError {
  const code = cause instanceof InputError ? cause.code : "engine-statement";
  const said = cause instanceof InputError ? ` (${cause.complaint})` : "";
  return new InputError({
    code,
    message: `${message}${said}`,
    remedy: "Rename or drop that one yourself when the engine answers again.",
    where: { file: name },
  });
}
