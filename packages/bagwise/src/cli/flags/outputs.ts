import { stat } from "node:fs/promises";
import { InputError } from "@bagwise/core/base";
import { checkWritable, type Destination, destinationOf, located, removeLeftovers } from "@bagwise/engines/disk";
import { type Command, Option } from "commander";
import { refuseLostAnswers } from "../../node/files/audit-file.js";
import { isOwnOutput, type OutputKind } from "../../node/files/own-output.js";
import { tableFormatFor } from "../../node/files/write-table-file.js";
import { say } from "../text/output.js";

/**
 * The files of a command: what the user calls each, such as "--out" or "the file of bags", and its
 * path. Undefined and - are no files.
 */
type NamedFiles = Readonly<Record<string, string | undefined>>;

/** The files to write, and what each will be. */
type NamedOutputs = Readonly<Record<string, { readonly path: string | undefined; readonly as: OutputKind | "audit" }>>;

/** The flag of every command that writes files. */
export interface ForceFlag {
  readonly force?: boolean;
}

/** The flag that names the file to write, everywhere alike. `what` is its placeholder. */
export function outOption(what: string, help: string): Option {
  return new Option(`-o, --out <${what}>`, help);
}

/** Adds the flag without which no file of yours is replaced. */
export function addForceFlag(command: Command): Command {
  return command.option("--force", "replace a file that bagwise did not write");
}

/**
 * Every command that writes files calls this before any work: nobody should learn after an hour of
 * training that its result cannot be written. Throws an InputError
 * - when a file to write is also read, or when two files to write are the same;
 * - when a file cannot be written where it is wanted, or in the format that its name ends like;
 * - when it exists and bagwise did not write it as an output of the same kind, unless `force` is set;
 * - when a file that is not text is to go to standard output.
 *
 * Temporary files that a killed run left there are removed, and named on stderr.
 */
export async function checkOutputs(
  outputs: NamedOutputs,
  inputs: NamedFiles,
  { force = false }: ForceFlag = {},
): Promise<void> {
  const paths = Object.fromEntries(Object.entries(outputs).map(([name, { path }]) => [name, path]));
  await refuseOverwrite(paths, inputs);
  for (const [name, { path, as }] of Object.entries(outputs)) {
    if (path === undefined) continue;
    if (path === "-") {
      if (as === "model") throw notText(name);
      continue;
    }
    const to = await destinationOf(path);
    if (as === "table" || as === "audit") await tableFormatFor(path);
    if (to.through) continue;
    for (const left of await removeLeftovers(to.path))
      say(`Note: removed ${left}, which a run that was killed had left beside ${path}.`);
    await checkWritable(path);
    if (force) continue;
    if (as === "audit") await refuseLostAnswers(path);
    else await refuseForeign(path, to, as);
  }
}

async function refuseForeign(path: string, { found }: Destination, as: OutputKind): Promise<void> {
  if (found === undefined || (await isOwnOutput(path, as))) return;
  const what = as === "bags" ? "" : ` and is not a ${as} that bagwise wrote`;
  throw new InputError({
    code: "exists",
    message: `the file exists${what}; it would be lost`,
    remedy: "Choose another name, or add --force to replace it.",
    where: { file: path },
  });
}

function notText(name: string): InputError {
  return new InputError({
    code: "option",
    message: `${name} is -, but a model is not text for standard output`,
    remedy: `Give the name of a file, such as ${name} new.model.`,
  });
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

/** One key for all paths to a file. Undefined for what writing cannot destroy, such as a pipe. */
async function keyOf(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || path === "-") return undefined;
  const statOf = async (name: string) => await stat(located(name), { bigint: true }).catch(() => undefined);
  const found = (await statOf(path)) ?? (await statOf(path.replace(/^duckdb:/i, "")));
  if (found !== undefined) return found.isFile() || found.isDirectory() ? `${found.dev}:${found.ino}` : undefined;
  // There is no such file yet. A path that leads nowhere is refused when it is used.
  const target = await destinationOf(path).catch(() => undefined);
  return target && sameCase(target.path);
}

/** Where names that differ in case alone, or in how accents are written, mean one file. */
function sameCase(path: string): string {
  return process.platform === "darwin" || process.platform === "win32" ? path.normalize("NFC").toLowerCase() : path;
}
