import { stat } from "node:fs/promises";
import { type Note, withinFile } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import { isLong } from "@bagwise/engines";
import { located } from "@bagwise/engines/disk";
import { ScatteredBag } from "@bagwise/files";
import { databaseOf } from "../../node/files/read-bags.js";
import { PartsUnsure, type ScoredPart, type ScoreFileOptions, scoreFileParts } from "../../node/score/score-file.js";
import { progressLine } from "../text/progress.js";
import { LARGE } from "./large.js";
import { withFlagNames } from "./options.js";
import { optionsOf, type ReadingFlags } from "./reading.js";

/** What became of a large file: the result, or why it has to be read as a whole. */
export type InParts<Result> = { readonly result: Result; readonly notes: Note[] } | { readonly whole: readonly Note[] };

/**
 * Scores a large file of numbers part by part, so that memory does not grow with it, and gives the parts to
 * `use`. Nothing that `use` writes may stay if the parts end in an error. Of a small file, or one that must be read at
 * once, `whole` has notes that say so, if that is worth knowing.
 */
export async function scoredInParts<Result>(
  model: Model,
  file: string,
  flags: ReadingFlags,
  options: Pick<ScoreFileOptions, "workers" | "instances" | "reasons" | "keep">,
  use: (parts: AsyncIterable<ScoredPart>) => Promise<Result>,
): Promise<InParts<Result>> {
  if (!(await isLarge(file, flags, model))) return { whole: [] };
  const { options: reading, notes } = optionsOf(flags, model);
  const progress = progressLine(`scoring ${file}`);
  const onProgress = ({ bytes, total }: { bytes: number; total: number | undefined }) => progress.update(bytes, total);
  const parts = scoreFileParts(model, file, { ...options, reading: { ...reading, onProgress }, values: LARGE.values });
  try {
    return { result: await withFlagNames(() => withinFile(file, () => use(parts))), notes };
  } catch (error) {
    const why = reasonOf(error);
    if (why === undefined) throw error;
    return { whole: [{ code: "read-at-once", message: `the file was read at once, not as it came: ${why}` }] };
  } finally {
    progress.end();
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof ScatteredBag) return "the rows of a bag do not stand together";
  if (error instanceof PartsUnsure) return "only all bags tell whether they are the training bags";
  return undefined;
}

/** Whether a file is large and can be read like that of the model, with nothing that needs all its bags. */
async function isLarge(file: string, flags: ReadingFlags, { card: { recipe } }: Model): Promise<boolean> {
  if (file === "-" || recipe === undefined || recipe.encoders !== undefined) return false;
  const { labels, groups, table, query, trainBags, format } = flags;
  if (groups === "auto" || isLong(flags)) return false;
  if ([labels, table, query, trainBags].some((given) => given !== undefined)) return false;
  if (format !== undefined && !["csv", "tsv", "jsonl", "parquet"].includes(format)) return false;
  if ((await databaseOf(file)) !== undefined) return false;
  const found = await stat(located(file)).catch(() => undefined);
  return found?.isFile() === true && found.size >= LARGE.bytes;
}
