import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import type { Format, FormatName, WritableFormat, WriteOptions } from "./format.js";
import { formatByName, writable } from "./formats.js";

/** How `encodeBags` writes. */
export interface EncodeOptions extends WriteOptions {
  /** Default: csv. */
  readonly format?: FormatName | undefined;
  /** Whether to gzip. Default: false. */
  readonly gzip?: boolean | undefined;
}

/**
 * The bags as a file in this format, in pieces to write one after the other: for downloads, uploads
 * and files.
 */
export function encodeBags(
  bags: BagSet,
  { format = "csv", gzip: packed = false, ...options }: EncodeOptions = {},
): AsyncIterable<Uint8Array> {
  return piecesOf(writable(formatByName(format)), bags, { packed, options });
}

/**
 * Sparse features are written as svmlight, one block without other features. Elsewhere a note says that
 * they are left out; an InputError if nothing else is left.
 */
function checkBlocks({ name }: Format, { blocks, dimension }: BagSet, { onNote }: WriteOptions): void {
  if (blocks.length === 0 || (name === "svmlight" && dimension === 0 && blocks.length === 1)) return;
  const which = blocks.map((block) => block.name).join(" and ");
  if (dimension > 0)
    onNote?.({ code: "sparse-unused", message: `the sparse features ${which} are left out: ${name} cannot hold them` });
  else
    throw new InputError({
      code: "sparse-features",
      message: `${name} cannot hold the sparse features ${which}`,
      remedy: "Keep the file that they were read from: a model reads it as it is.",
    });
}

async function* piecesOf(
  format: WritableFormat,
  bags: BagSet,
  { packed, options }: { packed: boolean; options: WriteOptions },
): AsyncGenerator<Uint8Array> {
  checkBlocks(format, bags, options);
  const pieces = format.write(bags, options);
  // Loaded on demand, like the writers.
  yield* packed ? (await import("./text/gzip.js")).gzip(pieces) : pieces;
}
