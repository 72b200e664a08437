import {
  type CompareOptions,
  type CompareRecord,
  type Comparison,
  cellsCsv,
  compareMarkdown,
  summariseComparison,
} from "@bagwise/lab";
import { commandOf } from "@bagwise/lab/running";
import { FILES } from "./folder/files.js";
import { type ComparePlan, type CompareSources, planComparison } from "./plan-compare.js";
import {
  checkedWorkers,
  type ExperimentControl,
  emptyDocument,
  type FinishedRecords,
  type FolderOptions,
  type FolderOutcome,
  runInFolder,
} from "./run-in-folder.js";

/** What to compare, on which data, and where to put the results. */
export type RunCompareOptions = CompareOptions & CompareSources & FolderOptions;

export interface CompareOutcome extends FolderOutcome {
  /** Undefined when it is not complete. */
  readonly comparison: Comparison | undefined;
}

/**
 * Compares methods on worker threads, and writes `results.jsonl`, `timings.jsonl`, `cells.csv`,
 * `compare.md` and `report.html`: see `runInFolder`. Throws an InputError for bad options and for
 * data that are missing or not labelled.
 */
export async function runCompare(
  options: RunCompareOptions = {},
  control: ExperimentControl<CompareRecord> = {},
): Promise<CompareOutcome> {
  const { out = "experiment-compare", workers: asked, data, datasets, families, ...grid } = options;
  const workers = checkedWorkers(asked);
  const plan = await planComparison(grid, { data, datasets, families }, control.env);
  const { outcome, result } = await runInFolder<CompareRecord, Comparison>(
    { ...control, plan, out, workers },
    (finished) => conclude(plan, finished),
  );
  return { ...outcome, comparison: result };
}

async function conclude({ header, grid, sets }: ComparePlan, { records, run }: FinishedRecords<CompareRecord>) {
  const comparison = summariseComparison(records, { arms: grid.arms, reference: grid.reference, data: sets });
  const { version, notes } = run;
  const { compareReport } = await import("@bagwise/lab");
  const texts = {
    [FILES.compareCells]: cellsCsv(comparison, { version, noise: grid.noise, hashes: header.data }),
    [FILES.compareMarkdown]: compareMarkdown(comparison, {
      version,
      command: commandOf(run),
      hashes: header.data,
      notes,
    }),
    [FILES.report]: compareReport(comparison, run, { document: await emptyDocument() }),
  };
  return { result: comparison, texts };
}
