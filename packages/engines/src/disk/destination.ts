import { type BigIntStats, constants } from "node:fs";
import { access, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { InputError } from "@bagwise/core/base";
import { fileError } from "./file-source.js";
import { located } from "./working-folder.js";

/** What writing to a path means. */
export interface Destination {
  /** For a file, its path after all links. */
  readonly path: string;
  /** What is there already. */
  readonly found: BigIntStats | undefined;
  /** False for a regular file, which is replaced whole; true for a pipe or a device. */
  readonly through: boolean;
  /** The number behind a path such as /dev/stdout or /dev/fd/3. */
  readonly descriptor: number | undefined;
}

/**
 * Finds out where writing to a path would end up: links are followed, also to a file that is not
 * there yet. Throws an InputError for a folder, a missing folder, a file that you may not write.
 */
export async function destinationOf(path: string): Promise<Destination> {
  try {
    return await found(path);
  } catch (error) {
    throw fileError(path, error);
  }
}

async function found(path: string): Promise<Destination> {
  if (path === "")
    throw new InputError({ code: "bad-path", message: "the name of the file is empty", remedy: "Give it a name." });
  const wanted = located(path);
  const there = await stat(wanted, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (there === undefined) {
    if (path.endsWith("/") || path.endsWith(sep)) throw noFolder(path, path);
    return { path: await newFile(path, wanted), found: undefined, through: false, descriptor: undefined };
  }
  if (there.isDirectory())
    throw new InputError({
      code: "directory",
      message: "this is a folder",
      remedy: "Name a file in it.",
      where: { file: path },
    });
  const descriptor = descriptorOf(wanted);
  if (!there.isFile() || descriptor !== undefined) return { path: wanted, found: there, through: true, descriptor };
  await access(wanted, constants.W_OK);
  return { path: await realpath(wanted), found: there, through: false, descriptor };
}

/** The path of a file that is not there: that of its folder without links, and its name. */
async function newFile(path: string, wanted: string): Promise<string> {
  const folder = await realpath(dirname(wanted)).catch((error: unknown) => {
    throw codeOf(error) === "ENOENT" ? noFolder(path, dirname(path)) : error;
  });
  const file = join(folder, basename(wanted));
  const link = await readlink(file).catch(() => undefined);
  return link === undefined ? file : await newFile(path, resolve(folder, link));
}

function noFolder(file: string, folder: string): InputError {
  return new InputError({
    code: "no-such-file",
    message: folder === "." ? "the working folder is gone" : `there is no folder ${folder}`,
    remedy: "Make it first, or choose another place.",
    where: { file },
  });
}

/**
 * The descriptor that a path stands for. A file behind it belongs to whoever opened it, so it must
 * not be replaced by another one.
 */
function descriptorOf(path: string): number | undefined {
  if (process.platform === "win32") return undefined;
  const named = { "/dev/stdout": "1", "/dev/stderr": "2" }[path];
  const number = named ?? /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
