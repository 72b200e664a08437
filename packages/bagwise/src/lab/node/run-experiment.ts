import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import type { GridOptions } from "../paper/grid-options.js";
import type { Summary } from "../paper/summary.js";
import type { ExperimentKind, TrialRecord } from "../paper/trial.js";
import { type OtherExperiment, type RunInfo, trainingTimes } from "../report/run-info.js";
import { writeFinished } from "./experiment-files.js";
import { thisMachine } from "./machine.js";
import { type ExperimentPlan, planExperiment } from "./plan-experiment.js";
import { readFinished } from "./read-finished.js";
import { type Control, checkedWorkers, type Logs, type Progress, runInFolder } from "./run-in-folder.js";

/** What to run, on which data, and where to put the results. */
export interface ExperimentOptions extends GridOptions {
  /** Default paper. */
  readonly experiment?: ExperimentKind | undefined;
  /** The folder with the data sets as CSV. Default: see `dataFolders`. */
  readonly data?: string | undefined;
  /**
   * The output folder, made if need be. What it holds of the same experiment is continued. Default
   * `experiment-KIND`.
   */
  readonly out?: string | undefined;
  /**
   * Threads. The results are the same. Default as many as the machine runs at once; 1 for `time`,
   * so that trainings do not disturb each other.
   */
  readonly workers?: number | undefined;
  /** Output folders of experiments of other kinds, to be shown in the same report. Default none. */
  readonly also?: readonly string[] | undefined;
}

/** How far an experiment is. */
export type ExperimentProgress = Progress;

export interface ExperimentOutcome {
  /** False when the signal ended it before all trials were done; the same call continues it. */
  readonly complete: boolean;
  readonly out: string;
  readonly done: number;
  readonly total: number;
  /** Of what is done; with seconds where they were measured. Undefined when it is not complete. */
  readonly summary: Summary | undefined;
  readonly run: RunInfo;
  /** The files that were written. */
  readonly files: readonly string[];
  /** What the user should know, such as data that are not those of the paper. */
  readonly notes: readonly Note[];
}

interface Conclusion extends Logs<TrialRecord> {
  readonly plan: ExperimentPlan;
  readonly experiment: ExperimentKind;
  readonly workers: number;
  readonly out: string;
  readonly also: readonly OtherExperiment[];
  readonly notes: readonly Note[];
}

/**
 * Runs an experiment of the paper on worker threads, and writes `results.jsonl`, `timings.jsonl`,
 * the tables and the report. Every finished trial is appended to `results.jsonl` at once; whatever
 * ends the process, the same call continues with the trials that are not in it. The final files are
 * the same bytes whatever the number of workers and interruptions, except for how long things took.
 *
 * Throws an InputError for bad options, for data that are not there, and for a folder that holds
 * another experiment or another process at work, or cannot be made; for folders of `also` that are
 * not complete, or of another version or other data. Costs the trials, and memory for one data set
 * of each kind in each thread.
 */
export async function runExperiment(
  options: ExperimentOptions = {},
  { onProgress, signal }: Control<TrialRecord> = {},
): Promise<ExperimentOutcome> {
  const {
    experiment = "paper",
    data: folder,
    out = `experiment-${experiment}`,
    workers: asked,
    also: folders = [],
    ...grid
  } = options;
  const workers = checkedWorkers(asked, { usual: experiment === "time" ? 1 : undefined });
  const plan = await planExperiment(experiment, grid, folder);
  const { also, notes: differences } = await readFinished(folders, plan.header);
  const notes = [...plan.notes, ...differences];
  return await runInFolder<TrialRecord, ExperimentOutcome>(
    { out, header: plan.header, jobs: plan.jobs, workers, notes, onProgress, signal },
    (logs) => conclude({ plan, ...logs, experiment, workers, out, also, notes }),
  );
}

/** What came of it; when all trials are done, the final files are written. */
async function conclude({
  plan,
  journal,
  timings,
  experiment,
  workers,
  out,
  also,
  notes,
}: Conclusion): Promise<ExperimentOutcome> {
  const { header, data, options, seed, jobs } = plan;
  const records = jobs.flatMap(({ id }) => journal.done.get(id) ?? []);
  const measured = [...timings.done.values()];
  const run: RunInfo = {
    version,
    experiment,
    options,
    seed,
    data,
    notes,
    machine: thisMachine(),
    workers,
    wallSeconds: timings.wallSeconds(),
    timings: trainingTimes(records, measured),
  };
  const outcome = { out, done: records.length, total: jobs.length, run, notes };
  if (records.length < jobs.length) return { ...outcome, complete: false, summary: undefined, files: [] };
  const written = await writeFinished(out, { header, records, timings: measured, run, also });
  return { ...outcome, complete: true, ...written };
}
