import {
  type ExperimentKind,
  type ExperimentSummary,
  type GridOptions,
  type OtherExperiment,
  summariseTrials,
  type TrialRecord,
  tableCsv,
  tableLatex,
  tableMarkdown,
} from "@bagwise/lab";
import { FILES } from "./folder/files.js";
import { planExperiment } from "./plan-experiment.js";
import { readFinished } from "./read-finished.js";
import {
  checkedWorkers,
  type ExperimentControl,
  emptyDocument,
  type FinishedRecords,
  type FolderOptions,
  type FolderOutcome,
  runInFolder,
} from "./run-in-folder.js";

/** What to run, on which data, and where to put the results. */
export interface ExperimentOptions extends GridOptions, FolderOptions {
  /** Default paper. */
  readonly experiment?: ExperimentKind | undefined;
  /** The folder with the data sets as CSV. Default: see `dataFolders`. */
  readonly data?: string | undefined;
  /** Output folders of experiments of other kinds, to show in the same report. Default none. */
  readonly also?: readonly string[] | undefined;
}

export interface ExperimentOutcome extends FolderOutcome {
  /** With seconds where they were measured. Undefined when it is not complete. */
  readonly summary: ExperimentSummary | undefined;
}

/**
 * Runs an experiment of the paper on worker threads, and writes `results.jsonl`, `timings.jsonl`,
 * the tables and the report: see `runInFolder`. Throws an InputError for bad options, for missing
 * data, and for folders of `also` that are not complete, or of another version or other data. Costs
 * the trials, and memory for each data set in each thread.
 */
export async function runExperiment(
  options: ExperimentOptions = {},
  control: ExperimentControl<TrialRecord> = {},
): Promise<ExperimentOutcome> {
  const { experiment = "paper", data, workers: asked, also: folders = [], ...rest } = options;
  const { out = `experiment-${experiment}`, ...grid } = rest;
  const workers = checkedWorkers(asked, { usual: experiment === "time" ? 1 : undefined });
  const planned = await planExperiment(experiment, grid, { data, env: control.env });
  const { also, notes } = await readFinished(folders, planned.header);
  const plan = { ...planned, notes: [...planned.notes, ...notes] };
  const { outcome, result } = await runInFolder<TrialRecord, ExperimentSummary>(
    { ...control, plan, out, workers },
    (finished) => conclude(finished, also),
  );
  return { ...outcome, summary: result };
}

/** The texts depend on the records alone, except for times. */
async function conclude({ records, timings, run }: FinishedRecords<TrialRecord>, also: readonly OtherExperiment[]) {
  const timed = summariseTrials(records, timings);
  const summary = timed.experiment === "time" ? timed : summariseTrials(records);
  const { experimentReport } = await import("@bagwise/lab");
  const texts = {
    [FILES.markdown]: tableMarkdown(summary),
    [FILES.latex]: tableLatex(summary),
    [FILES.csv]: tableCsv(summary),
    [FILES.report]: await experimentReport(timed, run, { document: await emptyDocument(), also }),
  };
  return { result: timed, texts };
}
