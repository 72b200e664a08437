import { type Execute, learnerModules } from "@bagwise/core/learners";
import { runAll, threadPool } from "./thread-pool.js";

/**
 * Runs the units of work of any learner in `workers` threads. The results are those of one thread,
 * bit by bit. Threads know the learners of other packages that are registered by now and name their module. Call
 * `close` when done.
 */
export function workerExecutor(workers: number): { execute: Execute; close(): Promise<void> } {
  const pool = threadPool(new URL("./worker.js", import.meta.url), workers, learnerModules());
  const execute: Execute = ({ name }, jobs, onDone, signal) =>
    runAll(
      pool,
      jobs.map((data) => ({ name, data })),
      { onDone, signal },
    );
  return { execute, close: () => pool.close() };
}
