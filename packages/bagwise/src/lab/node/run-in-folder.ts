import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Note } from "../../base/note.js";
import { badOption } from "../../base/option.js";
import type { TrialRecord, TrialTiming } from "../paper/trial.js";
import { FILES } from "./experiment-files.js";
import { type AnyRecord, type Journal, type JournalHeader, openJournal } from "./journal.js";
import { removeLeftovers } from "./leftovers.js";
import { takeLock } from "./lock.js";
import { makeFolder } from "./make-folder.js";
import { openTimings, type Timings } from "./timings.js";
import type { TrialJob } from "./trial-job.js";
import { runJobs, trialThreads } from "./trial-pool.js";

/** More threads than that are a slip of the keyboard. */
const MOST_WORKERS = 64;

/** How far an experiment is. */
export interface Progress<R extends AnyRecord = TrialRecord> {
  readonly done: number;
  readonly total: number;
  /** How many of the done ones an earlier run had finished. */
  readonly before: number;
  /** Finished trials, in the order in which they were finished. */
  readonly records: readonly R[];
  /** How long trials took, by id. */
  readonly timings: ReadonlyMap<string, TrialTiming>;
  /**
   * What the user should know before the first trial, such as data that are not those of the paper.
   */
  readonly notes: readonly Note[];
}

/** What follows an experiment while it runs, and what ends it. */
export interface Control<R extends AnyRecord> {
  readonly onProgress?: ((progress: Progress<R>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The two files to which finished trials are added. */
export interface Logs<R extends AnyRecord> {
  readonly journal: Journal<R>;
  readonly timings: Timings;
}

/** What runs, and where. */
export interface Work<R extends AnyRecord> extends Control<R> {
  readonly out: string;
  readonly header: JournalHeader;
  readonly jobs: readonly TrialJob[];
  readonly workers: number;
  readonly notes: readonly Note[];
}

/**
 * Runs the trials of an experiment that are not in the journal of its folder, on worker threads,
 * then `conclude`; all that with the lock of the folder in hand. Every finished trial is appended
 * at once; whatever ends the process, the same call continues. Throws an InputError for a folder
 * that holds another experiment or another process at work, or cannot be made.
 */
export async function runInFolder<R extends AnyRecord, T>(
  work: Work<R>,
  conclude: (logs: Logs<R>) => Promise<T>,
): Promise<T> {
  const { out, header, jobs } = work;
  await makeFolder(out);
  const unlock = await takeLock(join(out, FILES.lock));
  try {
    removeLeftovers(out);
    const journal = await openJournal<R>(join(out, FILES.results), header, jobs);
    const timings = openTimings(join(out, FILES.timings));
    try {
      await runPending(work, { journal, timings });
      return await conclude({ journal, timings });
    } finally {
      journal.close();
      timings.close();
    }
  } finally {
    unlock();
  }
}

/** Runs the trials that are not in the journal. */
async function runPending<R extends AnyRecord>(
  { jobs: all, workers, notes, onProgress, signal }: Work<R>,
  { journal, timings }: Logs<R>,
): Promise<void> {
  const records = [...journal.done.values()];
  const before = records.length;
  const report = () =>
    onProgress?.({ done: records.length, total: all.length, before, records, timings: timings.done, notes });
  report();
  const jobs = all.filter(({ id }) => !journal.done.has(id));
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
    await runJobs(jobs, threads.run, { workers, signal, onDone });
  } finally {
    await threads.close();
  }
}

/**
 * The number of threads: as asked for, else `usual`, else as many as the machine runs at once. An
 * InputError for a number that makes no sense.
 */
export function checkedWorkers(asked: number | undefined, { usual }: { usual?: number | undefined } = {}): number {
  const workers = asked ?? usual ?? Math.min(MOST_WORKERS, availableParallelism());
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw badOption("workers", workers, `a whole number from 1 to ${MOST_WORKERS}`);
}
