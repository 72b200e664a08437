import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { InputError } from "../../base/errors.js";
import { located } from "../../node/working-folder.js";

/**
 * The files of a command: what the user calls each, such as "--out" or "the file of bags", and its
 * path. Undefined and - are no files.
 */
type NamedFiles = Readonly<Record<string, string | undefined>>;

/**
 * Throws an InputError when a file to write is also read, by whatever path or link, or when two
 * files to write are the same: a typing mistake must not cost you your data. Call it before any
 * work.
 */
export async function refuseOverwrite(outputs: NamedFiles, inputs: NamedFiles): Promise<void> {
  const names = new Map<string, string>();
  for (const [name, path] of Object.entries(inputs)) {
    const key = await keyOf(path);
    if (key !== undefined) names.set(key, name);
  }
  for (const [name, path] of Object.entries(outputs)) {
    const key = await keyOf(path);
    if (key === undefined || path === undefined) continue;
    const same = names.get(key);
    if (same !== undefined)
      throw new InputError({
        code: "overwrite",
        message: `${name} is ${same}, which would be overwritten`,
        remedy: "Choose another name for the output.",
        where: { file: path },
      });
    names.set(key, name);
  }
}

/** One key for all paths to a file. Undefined for what writing cannot destroy, such as a pipe. */
async function keyOf(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || path === "-") return undefined;
  try {
    const found = await stat(located(path), { bigint: true });
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    // There is no such file yet.
    return resolve(located(path));
  }
}
