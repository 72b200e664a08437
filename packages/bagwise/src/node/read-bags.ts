import type { BagSet } from "../bags/bag-set.js";
import type { ReadOptions } from "../format/format.js";
import { readBags as readContent } from "../format/read-bags.js";
import type { Input } from "../format/text/source.js";
import { fileError, fileSource, stdinSource } from "./file-source.js";
import { pathOf } from "./path-of.js";

/**
 * Reads bags from a file (a path or a `file:` URL), from standard input (`-`), or from anything
 * that `readBags` of the browser entry takes. Errors are InputErrors that name the file.
 */
export async function readBags(input: Input, options: ReadOptions = {}): Promise<BagSet> {
  if (typeof input !== "string" && !(input instanceof URL)) return await readContent(input, options);
  const path = pathOf(input);
  try {
    return await readContent(path === "-" ? stdinSource() : await fileSource(path), options);
  } catch (error) {
    throw fileError(path, error);
  }
}
