import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { InputError } from "../../base/errors.js";
import { located } from "../../node/working-folder.js";

/**
 * A file of a command: how the user names it, such as "--out" or "the file of bags", and its path.
 * Undefined, counts and - are no files.
 */
export interface NamedFile {
  readonly name: string;
  readonly path: string | undefined;
}

/**
 * Throws an InputError when a file to write is one that is read, by whatever path or link, or when
 * two files to write are the same: a slip of the keyboard must not cost anybody his data. Called
 * before any work is done.
 */
export async function refuseOverwrite(outputs: readonly NamedFile[], inputs: readonly NamedFile[]): Promise<void> {
  const known: { name: string; key: string }[] = [];
  for (const { name, path } of inputs) {
    const key = await keyOf(path);
    if (key !== undefined) known.push({ name, key });
  }
  for (const { name, path } of outputs) {
    const key = await keyOf(path);
    const same = known.find((file) => file.key === key);
    if (key !== undefined && same !== undefined) {
      throw new InputError({
        code: "overwrite",
        message: `${name} is ${same.name}, which would be overwritten`,
        remedy: "Choose another name for the output.",
        where: path === undefined ? {} : { file: path },
      });
    }
    if (key !== undefined) known.push({ name, key });
  }
}

/** The same for all paths to a file; undefined for what no writing can destroy, such as a pipe. */
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
