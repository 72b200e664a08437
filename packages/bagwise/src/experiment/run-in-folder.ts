import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { badOption, type Note, version } from "@bagwise/core/base";
import { takeLock, writeAtomically } from "@bagwise/engines/disk";
import {
  type DataFile,
  type Machine,
  type RunInfo,
  type TrialRecord,
  type TrialTiming,
  trainingTimes,
} from "@bagwise/lab";
import { type AnyRecord, type AnySpec, experimentOf, groupBy, inTurn } from "@bagwise/lab/running";
import type { Environment } from "./datasets/find-data.js";
import { FILES, removeFolderLeftovers } from "./folder/files.js";
import { begin, type Journal, type JournalHeader, openJournal } from "./folder/journal.js";
import { makeFolder } from "./folder/make-folder.js";
import { openTimings, type Timings } from "./folder/timings.js";
import { runJobs, type TrialJob, trialThreads } from "./threads/trial-pool.js";

/** More threads than this are probably a typing error. */
const MOST_WORKERS = 64;

export interface ExperimentProgress<R extends AnyRecord = TrialRecord> {
  readonly done: number;
  readonly total: number;
  /** How many of these an earlier run had finished. */
  readonly before: number;
  /** Finished trials, in the order in which they were finished. */
  readonly records: readonly R[];
  /** How long trials took, by id. */
  readonly timings: ReadonlyMap<string, TrialTiming>;
  /** What you should know before the first trial, such as data that differs from the paper's. */
  readonly notes: readonly Note[];
}

/** How to follow an experiment while it runs, and how to stop it. */
export interface ExperimentControl<R extends AnyRecord> {
  readonly onProgress?: ((progress: ExperimentProgress<R>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets the names of the temporary files that a killed run had left, and that were removed. */
  readonly onLeftovers?: ((names: readonly string[]) => void) | undefined;
  /** Where `BAGWISE_DATA` is looked up. Default the process's environment. */
  readonly env?: Environment | undefined;
}

export interface FolderOptions {
  /** The output folder; the same experiment is continued. Default `experiment-KIND`. */
  readonly out?: string | undefined;
  /** Threads. Default as many as the machine runs at once; 1 for `time`, to disturb nothing. */
  readonly workers?: number | undefined;
}

export interface FolderOutcome {
  /** False when the signal stopped it before all trials were done; the same call continues it. */
  readonly complete: boolean;
  readonly out: string;
  readonly done: number;
  readonly total: number;
  readonly run: RunInfo;
  /** The files that were written; none when it is not complete. */
  readonly files: readonly string[];
  /** What you should know, such as data that differs from the paper's. */
  readonly notes: readonly Note[];
}

/** What is run in a folder, and what its report says of it. */
export interface ExperimentPlan {
  /** All trials, in the order of the grid. */
  readonly jobs: readonly TrialJob[];
  readonly header: JournalHeader;
  /** The data sets; the file is empty for bags that are drawn fresh. */
  readonly data: readonly DataFile[];
  /** All options with their values, by the names of the flags. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly notes: readonly Note[];
}

interface FolderWork<R extends AnyRecord> extends ExperimentControl<R> {
  readonly plan: ExperimentPlan;
  readonly out: string;
  readonly workers: number;
}

export interface FinishedRecords<R extends AnyRecord> {
  /** In the order of the plan. */
  readonly records: readonly R[];
  readonly timings: readonly TrialTiming[];
  readonly run: RunInfo;
}

/**
 * Runs the trials of a plan that are not in the journal of its folder, on worker threads, with the
 * lock of the folder in hand. Every finished trial is appended at once; whatever ends the process,
 * the same call continues. When all are done, it writes the journal in the order of the plan and
 * the texts of `conclude` by name, each whole or not at all: the same bytes for any number of
 * workers and interruptions, but for times. An InputError for a folder that holds another
 * experiment or another process at work, or cannot be made.
 */
export async function runInFolder<R extends AnyRecord<TimedSpec>, T>(
  work: FolderWork<R>,
  conclude: (finished: FinishedRecords<R>) => Promise<{ result: T; texts: Readonly<Record<string, string>> }>,
): Promise<{ outcome: FolderOutcome; result: T | undefined }> {
  const { out, plan, workers } = work;
  await makeFolder(out);
  const unlock = await takeLock(join(out, FILES.lock));
  try {
    const left = removeFolderLeftovers(out);
    if (left.length > 0) work.onLeftovers?.(left);
    const journal = await openJournal<R>(join(out, FILES.results), plan.header, plan.jobs);
    const timings = openTimings(join(out, FILES.timings));
    try {
      await runPending(work, { journal, timings });
      const records = plan.jobs.flatMap(({ id }) => journal.done.get(id) ?? []);
      const measured = [...timings.done.values()];
      const { jobs: _, header, ...planned } = plan;
      const wallSeconds = timings.wallSeconds();
      const times = trainingTimes(records.map(asArm), measured);
      const { experiment } = header;
      const run = { version, experiment, ...planned, machine: thisMachine(), workers, wallSeconds, timings: times };
      const outcome = { out, done: records.length, total: plan.jobs.length, run, notes: plan.notes };
      if (records.length < plan.jobs.length)
        return { outcome: { ...outcome, complete: false, files: [] }, result: undefined };
      const { result, texts } = await conclude({ records, timings: measured, run });
      const files = await writeFinal(out, plan, records, texts);
      return { outcome: { ...outcome, complete: true, files }, result };
    } finally {
      journal.close();
      timings.close();
    }
  } finally {
    unlock();
  }
}

type TimedSpec = AnySpec & { readonly knowledge?: string };

/** In the table of times, a method with knowledge of the prior is named as an arm. */
function asArm({ id, spec: { dataset, method, knowledge } }: AnyRecord<TimedSpec>) {
  return { id, spec: { dataset, method: knowledge === undefined ? method : `${method}@${knowledge}` } };
}

async function runPending<R extends AnyRecord>(
  { plan: { jobs: all, notes }, workers, onProgress, signal }: FolderWork<R>,
  { journal, timings }: { journal: Journal<R>; timings: Timings },
): Promise<void> {
  const records = [...journal.done.values()];
  const before = records.length;
  const report = () =>
    onProgress?.({ done: records.length, total: all.length, before, records, timings: timings.done, notes });
  report();
  const groups = groupBy(
    all.filter(({ id }) => !journal.done.has(id)),
    together,
  );
  const jobs = inTurn(groups, ([{ spec }]) => spec.dataset).flat();
  if (jobs.length === 0) return;
  const threads = trialThreads<R>(Math.min(workers, jobs.length));
  const onDone = (record: R, timing: TrialTiming) => {
    // The time first: a process that is killed in between runs the trial again, and does not lose
    // its seconds.
    timings.append(timing);
    journal.append(record);
    records.push(record);
    report();
  };
  try {
    await runJobs(jobs, threads.run, { workers, signal, onDone, together });
  } finally {
    await threads.close();
  }
}

/** Methods that are trained on the same bags share work. */
function together({ id, spec }: TrialJob): string {
  return experimentOf(spec).together?.(spec) ?? id;
}

function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memory: totalmem(),
    system: `${type()} ${release()} ${process.arch}`,
    node: process.version,
  };
}

/** Writes the journal in order and the texts by file name; returns the paths. */
async function writeFinal(
  folder: string,
  { header }: ExperimentPlan,
  records: Iterable<AnyRecord>,
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const journal = join(folder, FILES.results);
  await begin(journal, header, records);
  const paths = Object.entries(texts).map(([name, text]) => ({ path: join(folder, name), text }));
  for (const { path, text } of paths) await writeAtomically(path, [new TextEncoder().encode(text)]);
  return [journal, ...paths.map(({ path }) => path)];
}

export async function emptyDocument(): Promise<Document> {
  // Drawing needs packages that are large, and only when all trials are done.
  const { parseHTML } = await import("linkedom");
  return parseHTML("<!doctype html><html><body></body></html>").document;
}

/** As asked for, else `usual`, else as many as the machine runs at once. */
export function checkedWorkers(asked: number | undefined, { usual }: { usual?: number | undefined } = {}): number {
  const workers = asked ?? usual ?? Math.min(MOST_WORKERS, availableParallelism());
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw badOption("workers", workers, `a whole number from 1 to ${MOST_WORKERS}`);
}
