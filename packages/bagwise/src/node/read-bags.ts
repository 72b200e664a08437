import type { BagSet } from "../bags/bag-set.js";
import type { ReadOptions } from "../format/format.js";
import { readBags as readContent } from "../format/read-bags.js";
import type { Content, Input } from "../format/text/source.js";
import { fileError, fileSource, stdinSource } from "./file-source.js";
import { pathOf } from "./path-of.js";

/**
 * Reads bags from a file (a path or a `file:` URL), from standard input (`-`), or from anything
 * that `readBags` of the browser entry takes. Errors are InputErrors that name the file.
 */
export async function readBags(input: Input, options: ReadOptions = {}): Promise<BagSet> {
  const { labels } = options;
  const all = labels === undefined ? options : { ...options, labels: await contentOf(labels) };
  if (!isPath(input)) return await readContent(input, all);
  try {
    return await readContent(await contentOf(input), all);
  } catch (error) {
    throw fileError(pathOf(input), error);
  }
}

function isPath(input: Input): input is string | URL {
  return typeof input === "string" || input instanceof URL;
}

async function contentOf(input: Input): Promise<Content> {
  if (!isPath(input)) return input;
  const path = pathOf(input);
  return path === "-" ? stdinSource() : await fileSource(path);
}
