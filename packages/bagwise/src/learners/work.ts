import { breathing } from "./shared/breathe.js";

/**
 * A unit of work: a pure function of plain data. Registered by its name (`LearnerEntry.work`), it
 * runs unchanged in this thread, in a worker thread or on another machine.
 */
export interface Work<Data = unknown, Outcome = unknown> {
  readonly name: string;
  run(data: Data): Outcome;
}

/**
 * Runs a unit of work on each of several jobs, in any order, somewhere; the outcomes come in the
 * order of the jobs. Rejects when the signal is aborted.
 */
export type Execute = <Data, Outcome>(
  work: Work<Data, Outcome>,
  jobs: readonly Data[],
  onDone: () => void,
  signal?: AbortSignal | undefined,
) => Promise<Outcome[]>;

/**
 * Runs jobs in this thread, one after the other. Pauses between them, so that a page stays alive
 * and a signal is heard.
 */
export const executeHere: Execute = async (work, jobs, onDone, signal) => {
  const outcomes: ReturnType<typeof work.run>[] = [];
  const pause = breathing(signal);
  for (const job of jobs) {
    await pause();
    outcomes.push(work.run(job));
    onDone();
  }
  return outcomes;
};
