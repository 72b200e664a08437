import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import type { Comparison } from "../compare/comparison.js";
import type { CompareOptions } from "../compare/options.js";
import type { CompareRecord } from "../compare/spec.js";
import { type RunInfo, trainingTimes } from "../report/run-info.js";
import { writeComparison } from "./compare-files.js";
import { thisMachine } from "./machine.js";
import { type ComparePlan, type CompareSources, planComparison } from "./plan-compare.js";
import { type Control, checkedWorkers, type Logs, runInFolder } from "./run-in-folder.js";

/** What to compare, on which data, and where to put the results. */
export interface RunCompareOptions extends CompareOptions, CompareSources {
  /**
   * The output folder, made if need be. What it holds of the same comparison is continued. Default
   * `experiment-compare`.
   */
  readonly out?: string | undefined;
  /** Threads. The results are the same. Default as many as the machine runs at once. */
  readonly workers?: number | undefined;
}

export interface CompareOutcome {
  /** False when the signal ended it before all trials were done; the same call continues it. */
  readonly complete: boolean;
  readonly out: string;
  readonly done: number;
  readonly total: number;
  /** Undefined when it is not complete. */
  readonly comparison: Comparison | undefined;
  readonly run: RunInfo;
  readonly files: readonly string[];
  readonly notes: readonly Note[];
}

/**
 * Compares methods on worker threads, and writes `results.jsonl`, `timings.jsonl`, `cells.csv`,
 * `compare.md` and `report.html`. Every finished trial is kept at once: whatever ends the process,
 * the same call continues. The final files are the same bytes whatever the number of workers and
 * interruptions, except for how long things took.
 *
 * Throws an InputError for bad options, for data that are not there or not labelled, and for a
 * folder that holds another experiment or another process at work.
 */
export async function runCompare(
  options: RunCompareOptions = {},
  { onProgress, signal }: Control<CompareRecord> = {},
): Promise<CompareOutcome> {
  const { out = "experiment-compare", workers: asked, data, datasets, families, ...grid } = options;
  const workers = checkedWorkers(asked);
  const plan = await planComparison(grid, { data, datasets, families });
  const { header, jobs, notes } = plan;
  return await runInFolder<CompareRecord, CompareOutcome>(
    { out, header, jobs, workers, notes, onProgress, signal },
    (logs) => conclude(plan, logs, { out, workers }),
  );
}

/** What came of it; when all trials are done, the final files are written. */
async function conclude(
  plan: ComparePlan,
  { journal, timings }: Logs<CompareRecord>,
  { out, workers }: { out: string; workers: number },
): Promise<CompareOutcome> {
  const { jobs, options, files: data, notes, grid } = plan;
  const records = jobs.flatMap(({ id }) => journal.done.get(id) ?? []);
  const run: RunInfo = {
    version,
    experiment: "compare",
    options,
    seed: grid.seeds[0],
    data,
    notes,
    machine: thisMachine(),
    workers,
    wallSeconds: timings.wallSeconds(),
    timings: trainingTimes(
      records.map(({ id, spec }) => ({
        id,
        spec: { dataset: spec.dataset, method: `${spec.method}@${spec.knowledge}` },
      })),
      [...timings.done.values()],
    ),
  };
  const outcome = { out, done: records.length, total: jobs.length, run, notes };
  if (records.length < jobs.length) return { ...outcome, complete: false, comparison: undefined, files: [] };
  return { ...outcome, complete: true, ...(await writeComparison(out, { plan, records, run })) };
}
