import type { BagSet } from "../bags/bag-set.js";
import type { Format, FormatName, WriteOptions } from "./format.js";
import { formatByName } from "./formats.js";

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
  return piecesOf(formatByName(format), bags, { packed, options });
}

async function* piecesOf(
  format: Format,
  bags: BagSet,
  { packed, options }: { packed: boolean; options: WriteOptions },
): AsyncGenerator<Uint8Array> {
  const pieces = format.write(bags, options);
  // Loaded on demand, like the writers.
  yield* packed ? (await import("./text/gzip.js")).gzip(pieces) : pieces;
}
