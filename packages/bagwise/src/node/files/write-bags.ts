import { once } from "node:events";
import type { BagSet } from "@bagwise/core/bags";
import { fileError, writeAtomically } from "@bagwise/engines/disk";
import { type EncodeOptions, encodeBags, formatToWrite } from "@bagwise/files";
import { pathOf } from "./path-of.js";

/**
 * Writes bags to a file (a path or a `file:` URL), whole or not at all, or to standard output (`-`,
 * csv unless `format` says otherwise). The format is the one the name ends like, and `.gz` at the
 * end packs it; `format` and `gzip` override.
 */
export async function writeBags(bags: BagSet, file: string | URL, options: EncodeOptions = {}): Promise<void> {
  const path = pathOf(file);
  if (path === "-") {
    await writeBagsTo(process.stdout, bags, options).catch((error) => {
      throw fileError("standard output", error);
    });
    return;
  }
  const format = formatToWrite(path, options.format).name;
  await writeAtomically(path, encodeBags(bags, { ...options, format, gzip: options.gzip ?? /\.gz$/i.test(path) }));
}

/** Writes bags to a stream, as fast as it takes them; default csv. */
export async function writeBagsTo(
  stream: NodeJS.WritableStream,
  bags: BagSet,
  options: EncodeOptions = {},
): Promise<void> {
  for await (const piece of encodeBags(bags, options)) if (!stream.write(piece)) await once(stream, "drain");
}
