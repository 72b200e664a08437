import { breathing } from "../base/breathe.js";

/**
 * A unit of work: a pure function of plain data. It is found by the learner's name
 * (`LearnerEntry.work`), so it runs unchanged in this thread, in a worker thread or on another
 * machine.
 */
export interface Work<Data = unknown, Outcome = unknown> {
  readonly name: string;
  run(data: Data): Outcome;
}

/**
 * Runs a unit of work on several jobs, in any order and anywhere. Returns the outcomes in the order
 * of the jobs. Rejects when the signal is aborted.
 */
export type Execute = <Data, Outcome>(
  work: Work<Data, Outcome>,
  jobs: readonly Data[],
  onDone: () => void,
  signal?: AbortSignal | undefined,
) => Promise<Outcome[]>;

/**
 * Runs jobs in this thread, one after the other. Pauses between them, so that a page stays
 * responsive and an abort is noticed.
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
