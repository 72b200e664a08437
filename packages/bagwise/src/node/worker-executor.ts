import { setMaxListeners } from "node:events";
import { Tinypool } from "tinypool";
import type { Execute } from "../learners/work.js";

/**
 * Runs the units of work of any learner in `workers` threads. The results are those of one thread,
 * bit by bit. Call `close` when done.
 */
export function workerExecutor(workers: number): { execute: Execute; close(): Promise<void> } {
  const filename = new URL("./worker.js", import.meta.url).href;
  const pool = new Tinypool({ filename, minThreads: workers, maxThreads: workers, runtime: "worker_threads" });
  const execute: Execute = async ({ name }, jobs, onDone, signal) => {
    const options = signal && { signal: patient(signal) };
    return await Promise.all(
      jobs.map(async (data) => {
        const outcome = await pool.run({ name, data }, options);
        onDone();
        return outcome;
      }),
    );
  };
  return { execute, close: () => pool.destroy() };
}

/** A signal that follows another, without a warning for many listeners. */
export function patient(signal: AbortSignal): AbortSignal {
  const follower = AbortSignal.any([signal]);
  setMaxListeners(0, follower);
  return follower;
}
