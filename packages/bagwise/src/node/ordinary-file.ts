import type { Stats } from "node:fs";
import { InputError } from "../base/errors.js";

/**
 * Throws an InputError for what is no file. A pipe, a device or a socket may have no end; only one that you name
 * yourself is read.
 */
export function refuseOther(path: string, found: Stats): void {
  if (found.isFile()) return;
  throw new InputError({
    code: "not-a-file",
    message: `this is ${kindOf(found)}`,
    remedy: "Remove it, or name a file.",
    where: { file: path },
  });
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a pipe and not a file";
  return found.isSocket() ? "a socket and not a file" : "a device and not a file";
}
