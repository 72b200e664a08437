import type { BagSet } from "@bagwise/core/bags";
import type { Model } from "@bagwise/core/model";
import { LARGE } from "../flags/large.js";
import { progressLine } from "./progress.js";

/** What the flag of commands that score all bags of a file says. */
export const SCORING_WORKERS_HELP =
  "number of threads for scoring; the result is the same (default: the cores, at most 8, where that is worth it)";

/** The model, knowing its scores of these bags, computed in so many threads; a progress line when it takes long. */
export async function knowWithProgress(model: Model, bags: BagSet, file: string, workers: number): Promise<Model> {
  const progress = progressLine(`scoring ${file}`);
  try {
    // Threads are loaded only for those who need them.
    const { knowingScores } = await import("../../node/score/score-threads.js");
    const values = { quick: LARGE.values, once: LARGE.values / 4 };
    return await knowingScores(model, bags, { workers, onProgress: progress.update, values });
  } finally {
    progress.end();
  }
}
