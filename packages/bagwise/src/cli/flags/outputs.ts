import { stat } from "node:fs/promises";
import { InputError } from "../../base/errors.js";
import { destinationOf } from "../../node/destination.js";
import { removeLeftovers } from "../../node/temporary-files.js";
import { located } from "../../node/working-folder.js";
import { say } from "../text/style.js";

/**
 * The files of a command: what the user calls each, such as "--out" or "the file of bags", and its
 * path. Undefined and - are no files.
 */
type NamedFiles = Readonly<Record<string, string | undefined>>;

/**
 * Every command that writes files calls this before any work. Throws an InputError when a file to
 * write is also read, or when two files to write are the same, and when a file cannot be written
 * where it is wanted: nobody should learn that after an hour of training. Temporary files that a
 * killed run left there are removed, and named on stderr.
 */
export async function checkOutputs(outputs: NamedFiles, inputs: NamedFiles): Promise<void> {
  await refuseOverwrite(outputs, inputs);
  for (const path of pathsIn(outputs)) {
    const { path: target, through } = await destinationOf(path);
    for (const name of through ? [] : await removeLeftovers(target))
      say(`Note: removed ${name}, which a run that was killed had left beside ${path}.`);
  }
}

/**
 * Throws an InputError when a file or folder to write is also read, by whatever path or link, or
 * when two to write are the same: a typing mistake must not cost you your data.
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

function pathsIn(files: NamedFiles): string[] {
  return Object.values(files).filter((path) => path !== undefined && path !== "-") as string[];
}

/** One key for all paths to a file. Undefined for what writing cannot destroy, such as a pipe. */
async function keyOf(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || path === "-") return undefined;
  const found = await stat(located(path), { bigint: true }).catch(() => undefined);
  if (found !== undefined) return found.isFile() || found.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  // There is no such file yet. A path that leads nowhere is refused when it is used.
  const target = await destinationOf(path).catch(() => undefined);
  return target && sameCase(target.path);
}

/** Where names that differ in case alone, or in how accents are written, mean one file. */
function sameCase(path: string): string {
  return process.platform === "darwin" || process.platform === "win32" ? path.normalize("NFC").toLowerCase() : path;
}
