import {
  type CheckOptions,
  type CheckRecord,
  type CheckSummary,
  checksCsv,
  checksMarkdown,
  summariseChecks,
} from "@bagwise/lab";
import { commandOf } from "@bagwise/lab/running";
import { FILES } from "./folder/files.js";
import { type ChecksPlan, planTheChecks } from "./plan-checks.js";
import {
  checkedWorkers,
  type ExperimentControl,
  emptyDocument,
  type FinishedRecords,
  type FolderOptions,
  type FolderOutcome,
  runInFolder,
} from "./run-in-folder.js";

/** What to check, and where to put the results. */
export type RunChecksOptions = CheckOptions & FolderOptions;

export interface ChecksOutcome extends FolderOutcome {
  /** Undefined when it is not complete. */
  readonly summary: CheckSummary | undefined;
}

/**
 * Checks methods on worker threads, and writes `results.jsonl`, `timings.jsonl`, the tables and
 * the report: see `runInFolder`. Throws an InputError for bad options.
 */
export async function runChecks(
  options: RunChecksOptions = {},
  control: ExperimentControl<CheckRecord> = {},
): Promise<ChecksOutcome> {
  const { out = "experiment-checks", workers: asked, ...grid } = options;
  const workers = checkedWorkers(asked);
  const plan = await planTheChecks(grid);
  const { outcome, result } = await runInFolder<CheckRecord, CheckSummary>(
    { ...control, plan, out, workers },
    (finished) => conclude(plan, finished),
  );
  return { ...outcome, summary: result };
}

/** The texts depend on the records alone, except for times. */
async function conclude(
  { header: { data: hashes }, grid }: ChecksPlan,
  { records, run }: FinishedRecords<CheckRecord>,
) {
  const summary = summariseChecks(records, grid);
  const { version, notes } = run;
  const { checksReport } = await import("@bagwise/lab");
  const texts = {
    [FILES.markdown]: checksMarkdown(summary, { version, command: commandOf(run), hashes, notes }),
    [FILES.csv]: checksCsv(summary, { version }),
    [FILES.report]: checksReport(summary, run, { document: await emptyDocument() }),
  };
  return { result: summary, texts };
}
