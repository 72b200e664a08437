import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { InputError } from "@bagwise/core/base";

/**
 * Makes a folder and those above it, level by level: where a file system cannot hold folders, as
 * /proc, the recursive way of Node never ends. An InputError names the part of the path where a
 * file is in the way or no folder can be made.
 */
export async function makeFolder(folder: string): Promise<void> {
  for (const path of await missingFolders(folder)) {
    try {
      await mkdir(path);
    } catch (error) {
      // Another process may have made it just now.
      if (codeOf(error) !== "EEXIST" || !(await isFolder(path))) throw impossible(path, error);
    }
  }
}

/** Throws for a file in the way as `makeFolder` would, and makes nothing. */
export async function checkFolder(folder: string): Promise<void> {
  await missingFolders(folder);
}

/** The folders that have to be made, from the top down. */
async function missingFolders(folder: string): Promise<string[]> {
  if (folder === "")
    throw new InputError({ code: "no-folder", message: "the folder has no name", remedy: "Name one." });
  if (await isFolder(folder)) return [];
  const above = dirname(folder);
  return above === folder ? [folder] : [...(await missingFolders(above)), folder];
}

/** Whether a folder is there; an InputError when something else is. */
async function isFolder(path: string): Promise<boolean> {
  const there = await stat(path).catch((error: unknown) => {
    // With ENOTDIR a part further up is a file, which is then found there.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw impossible(path, error);
  });
  if (there === undefined || there.isDirectory()) return there !== undefined;
  throw new InputError({
    code: "not-a-folder",
    message: "this is a file",
    remedy: "Name a folder.",
    where: { file: path },
  });
}

function impossible(path: string, error: unknown): InputError {
  const code = codeOf(error);
  return new InputError({
    code: "no-folder",
    message: `no folder can be made here${code === "" ? "" : ` (${code})`}`,
    remedy: "Name a place where you can write.",
    where: { file: path },
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
