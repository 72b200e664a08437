import type { BagSet } from "../bags/bag-set.js";
import type { ReadOptions } from "../format/format.js";
import { readBags as readInput } from "../format/read-bags.js";
import type { Input } from "../format/text/source.js";
import { fileError, fileSource, stdinSource } from "./file-source.js";

/**
 * Reads bags from a file, from standard input (`-`), or from any input the browser's `readBags`
 * takes. A string is a path here; give text as bytes. Errors are InputErrors that name the file.
 */
export async function readBags(input: string | Exclude<Input, string>, options: ReadOptions = {}): Promise<BagSet> {
  if (typeof input !== "string") return await readInput(input, options);
  try {
    return await readInput(input === "-" ? stdinSource() : await fileSource(input), options);
  } catch (error) {
    throw fileError(input, error);
  }
}
