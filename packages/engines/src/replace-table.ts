import { createHash } from "node:crypto";
import { InputError } from "@bagwise/core/base";
import { beside } from "./dialect.js";
import { type Engine, execute } from "./engine.js";

/**
 * Gives a finished table its name in an engine without transactions. With `force`, a table of that name goes aside
 * first, comes back if the new one cannot have its name, and is dropped at the end: at no time is there neither. What a
 * run that was killed between these steps had put aside is dropped, too.
 */
export async function giveName(engine: Engine, fresh: string, target: string, force: boolean): Promise<void> {
  const rename = (from: string, to: string) => execute(engine, `ALTER TABLE ${from} RENAME TO ${to}`);
  // The name is like none of those that a later run drops.
  const old = beside(target, `bagwise_old_${createHash("sha256").update(target).digest("hex").slice(0, 12)}`);
  const drop = () => execute(engine, `DROP TABLE IF EXISTS ${old}`);
  const isReplaced = force && (await exists(engine, target));
  if (isReplaced) {
    if (await exists(engine, old)) await drop();
    await rename(target, old);
  }
  try {
    await rename(fresh, target);
  } catch (error) {
    if (isReplaced)
      await rename(old, target).catch(() => {
        throw leftBehind(engine, `the table ${target} could not be replaced, and is now called ${old}`, error);
      });
    throw error;
  }
  await drop().catch((error: unknown) => {
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
