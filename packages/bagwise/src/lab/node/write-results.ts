import { join } from "node:path";
import { writeAtomically } from "../../node/write-atomically.js";
import { type AnyRecord, begin, type JournalHeader } from "./journal.js";

/**
 * What a finished experiment leaves in its folder: the journal in order, and texts by file name.
 */
export interface Results {
  /** The name of the journal. */
  readonly journal: string;
  readonly header: JournalHeader;
  readonly records: Iterable<AnyRecord>;
  readonly texts: Readonly<Record<string, string>>;
}

/** Writes them, each whole or not at all, and returns the paths. */
export async function writeResults(folder: string, { journal, header, records, texts }: Results): Promise<string[]> {
  const results = join(folder, journal);
  await begin(results, header, records);
  const files = [results];
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name);
    await writeAtomically(path, [new TextEncoder().encode(text)]);
    files.push(path);
  }
  return files;
}
