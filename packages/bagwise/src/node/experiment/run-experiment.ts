import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Note } from "../../base/note.js";
import { badOption } from "../../base/option.js";
import { version } from "../../base/version.js";
import type { ExperimentKind, GridOptions, Summary, TrialRecord, TrialTiming } from "../../experiment/index.js";
import { type OtherExperiment, type RunInfo, trainingTimes } from "../../report/run-info.js";
import { FILES, writeFinished } from "./experiment-files.js";
import { type Journal, openJournal } from "./journal.js";
import { removeLeftovers } from "./leftovers.js";
import { takeLock } from "./lock.js";
import { thisMachine } from "./machine.js";
import { makeFolder } from "./make-folder.js";
import { type ExperimentPlan, planExperiment } from "./plan-experiment.js";
import { readFinished } from "./read-finished.js";
import { openTimings, type Timings } from "./timings.js";
import type { TrialJob } from "./trial-job.js";
import { runJobs, trialThreads } from "./trial-pool.js";

/** More threads than that are a slip of the keyboard. */
const MOST_WORKERS = 64;

/** What to run, on which data, and where to put the results. */
export interface ExperimentOptions extends GridOptions {
  /** Default paper. */
  readonly experiment?: ExperimentKind | undefined;
  /** The folder with the data sets as CSV. Default: see `dataFolders`. */
  readonly data?: string | undefined;
  /** The output folder, made if need be. What it holds of the same experiment is continued. Default `experiment-KIND`. */
  readonly out?: string | undefined;
  /** Threads. The results are the same. Default as many as the machine runs at once; 1 for `time`, so that trainings do not disturb each other. */
  readonly workers?: number | undefined;
  /** Output folders of experiments of other kinds, to be shown in the same report. Default none. */
  readonly also?: readonly string[] | undefined;
}

/** How far an experiment is. */
export interface ExperimentProgress {
  readonly done: number;
  readonly total: number;
  /** How many of the done ones an earlier run had finished. */
  readonly before: number;
  /** Finished trials, in the order in which they were finished. */
  readonly records: readonly TrialRecord[];
  /** How long trials took, by id. */
  readonly timings: ReadonlyMap<string, TrialTiming>;
  /** What the user should know before the first trial, such as data that are not those of the paper. */
  readonly notes: readonly Note[];
}

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

/** What follows an experiment while it runs, and what ends it. */
export interface Control {
  readonly onProgress?: ((progress: ExperimentProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Logs {
  readonly journal: Journal;
  readonly timings: Timings;
}

interface Conclusion extends Logs {
  readonly plan: ExperimentPlan;
  readonly experiment: ExperimentKind;
  readonly workers: number;
  readonly out: string;
  readonly also: readonly OtherExperiment[];
  readonly notes: readonly Note[];
}

/**
 * Runs an experiment of the paper on worker threads, and writes `results.jsonl`, `timings.jsonl`, the tables and the report. Every
 * finished trial is appended to `results.jsonl` at once; whatever ends the process, the same call continues with the trials that are
 * not in it. The final files are the same bytes whatever the number of workers and interruptions, except for how long things took.
 *
 * Throws an InputError for bad options, for data that are not there, and for a folder that holds another experiment or another
 * process at work, or cannot be made; for folders of `also` that are not complete, or of another version or other data. Costs the trials, and memory for one data set of each kind in each thread.
 */
export async function runExperiment(
  options: ExperimentOptions = {},
  { onProgress, signal }: Control = {},
): Promise<ExperimentOutcome> {
  const {
    experiment = "paper",
    data: folder,
    out = `experiment-${experiment}`,
    workers: asked,
    also: folders = [],
    ...grid
  } = options;
  const workers = checkedWorkers(asked ?? (experiment === "time" ? 1 : Math.min(MOST_WORKERS, availableParallelism())));
  const plan = await planExperiment(experiment, grid, folder);
  const { also, notes: differences } = await readFinished(folders, plan.header);
  const notes = [...plan.notes, ...differences];
  await makeFolder(out);
  const unlock = await takeLock(join(out, FILES.lock));
  try {
    removeLeftovers(out);
    const journal = await openJournal(join(out, FILES.results), plan.header, plan.jobs);
    const timings = openTimings(join(out, FILES.timings));
    try {
      await runPending(plan.jobs, { journal, timings, workers, notes, onProgress, signal });
      return await conclude({ plan, journal, timings, experiment, workers, out, also, notes });
    } finally {
      journal.close();
      timings.close();
    }
  } finally {
    unlock();
  }
}

/** Runs the trials that are not in the journal. */
async function runPending(
  all: readonly TrialJob[],
  { journal, timings, workers, notes, onProgress, signal }: Logs & Pick<Conclusion, "workers" | "notes"> & Control,
): Promise<void> {
  const records = [...journal.done.values()];
  const before = records.length;
  const report = () =>
    onProgress?.({ done: records.length, total: all.length, before, records, timings: timings.done, notes });
  report();
  const jobs = all.filter(({ id }) => !journal.done.has(id));
  if (jobs.length === 0) return;
  const threads = trialThreads(Math.min(workers, jobs.length));
  const onDone = (record: TrialRecord, timing: TrialTiming) => {
    // The time first: a process that is killed in between runs the trial again, and does not lose its seconds.
    timings.append(timing);
    journal.append(record);
    records.push(record);
    report();
  };
  try {
    await runJobs(jobs, threads.run, { workers, signal, onDone });
  } finally {
    await threads.close();
  }
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

function checkedWorkers(workers: number): number {
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw badOption("workers", workers, `a whole number from 1 to ${MOST_WORKERS}`);
}
