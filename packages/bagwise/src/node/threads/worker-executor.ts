import type { Execute } from "@bagwise/core/learners";
import { runAll, threadPool } from "./thread-pool.js";

/**
 * Runs the units of work of any learner in `workers` threads. The results are those of one thread,
 * bit by bit. Call `close` when done.
 */
export function workerExecutor(workers: number): { execute: Execute; close(): Promise<void> } {
  const pool = threadPool(new URL("./worker.js", import.meta.url), workers);
  const execute: Execute = ({ name }, jobs, onDone, signal) =>
    runAll(
      pool,
      jobs.map((data) => ({ name, data })),
      { onDone, signal },
    );
  return { execute, close: () => pool.close() };
}
