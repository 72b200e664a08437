import type { BigIntStats, Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { InputError } from "@bagwise/core/base";
import { fileError } from "./file-source.js";
import { located } from "./working-folder.js";

/** What the system says of a file. Throws an InputError if there is none, or if it is no file. */
export async function fileAt(path: string): Promise<BigIntStats> {
  const found = await stat(located(path), { bigint: true }).catch((error: unknown) => {
    throw fileError(path, error);
  });
  refuseOther(path, found);
  return found;
}

/**
 * Throws an InputError for what is no file. A pipe, a device or a socket may have no end; only one that you name
 * yourself is read.
 */
export function refuseOther(path: string, found: Stats | BigIntStats): void {
  if (found.isFile()) return;
  throw new InputError({
    code: "not-a-file",
    message: `this is ${kindOf(found)}`,
    remedy: "Remove it, or name a file.",
    where: { file: path },
  });
}

function kindOf(found: Stats | BigIntStats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a pipe and not a file";
  return found.isSocket() ? "a socket and not a file" : "a device and not a file";
}
