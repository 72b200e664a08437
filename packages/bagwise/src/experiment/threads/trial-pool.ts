import { type Complaint, InputError } from "@bagwise/core/base";
import { learnerModules } from "@bagwise/core/learners";
import type { TrialRecord, TrialTiming } from "@bagwise/lab";
import { type AnyRecord, type AnySpec, groupBy } from "@bagwise/lab/running";
import { threadPool } from "../../node/threads/thread-pool.js";

/** What a worker thread is given: plain data. */
export interface TrialJob {
  readonly id: string;
  readonly spec: AnySpec;
  /** The file of the data set, empty where bags are drawn fresh, and the hash of its content. */
  readonly file: string;
  readonly hash: string;
  /** How the file is read, as plain data. Default: as it tells itself. */
  readonly reading?: Readonly<Record<string, unknown>> | undefined;
}

/** Bad input is data here: an error loses its class on the way between threads. */
export type TrialAnswer<R extends AnyRecord = TrialRecord> =
  | { readonly record: R; readonly timing: TrialTiming }
  | { readonly complaint: Complaint };

/** Runs one trial somewhere. */
export type RunJob<R extends AnyRecord = TrialRecord> = (job: TrialJob) => Promise<TrialAnswer<R>>;

/** Threads that run trials. `close` ends them at once, whatever they are doing. */
export function trialThreads<R extends AnyRecord = TrialRecord>(
  workers: number,
): { run: RunJob<R>; close(): Promise<void> } {
  const pool = threadPool(new URL("./trial-worker.js", import.meta.url), workers, learnerModules());
  return { run: (job) => pool.run(job), close: () => pool.close() };
}

/**
 * Runs the jobs, `workers` at a time, and hands each result over at once. Each worker runs jobs of a group
 * one after the other, because they share work, then takes the next group in order; if none is left, it
 * helps with the one that has most left. Without `together`, every job is its own group. Resolves when all are
 * done or the signal is aborted; rejects at the first that fails.
 */
export async function runJobs<R extends AnyRecord = TrialRecord>(
  jobs: readonly TrialJob[],
  run: RunJob<R>,
  {
    workers,
    signal,
    onDone,
    together = ({ id }) => id,
  }: {
    workers: number;
    signal?: AbortSignal | undefined;
    onDone(record: R, timing: TrialTiming): void;
    together?: ((job: TrialJob) => string) | undefined;
  },
): Promise<void> {
  if (signal?.aborted) return;
  const groups = groupBy(jobs, together);
  let begun = 0;
  let stopped = false;
  const nextGroup = () =>
    begun < groups.length
      ? groups[begun++]
      : groups.reduce<TrialJob[]>((most, group) => (group.length > most.length ? group : most), []);
  const aborted = new Promise<void>((resolve) => {
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
  const line = async () => {
    let group = nextGroup();
    while (!stopped) {
      if (group.length === 0) group = nextGroup();
      const job = group.shift();
      if (job === undefined) return;
      const answer = await run(job);
      if (stopped) return;
      try {
        if ("complaint" in answer) throw new InputError(answer.complaint);
        onDone(answer.record, answer.timing);
      } catch (error) {
        // At once, before another line comes to its turn: it must not write behind a line that was
        // torn by a full disk.
        stopped = true;
        throw error;
      }
    }
  };
  const all = Promise.all(Array.from({ length: workers }, line));
  try {
    await Promise.race([all, aborted]);
  } finally {
    stopped = true;
    // Threads that are ended reject what they were at; nobody waits for it any more.
    all.catch(() => undefined);
  }
}
