import { availableParallelism } from "node:os";
import type { EncodeTools } from "@bagwise/files/encode";
import { chemistry, describeInTurn } from "@bagwise/files/molecules";
import { runAll, threadPool } from "../threads/thread-pool.js";

/** Starting a thread and its chemistry takes as long as this many jobs. */
const JOBS_PER_THREAD = 4;
/** More threads need more memory than they are worth. */
const MOST_THREADS = 8;

/**
 * Describes molecules in as many threads as the machine has cores, at most 8; a few molecules in this
 * thread. The outcomes are those of one thread, bit by bit.
 */
export const describeMolecules: NonNullable<EncodeTools["describeMolecules"]> = async (jobs, { onDone, signal }) => {
  const threads = Math.min(availableParallelism(), MOST_THREADS, Math.floor(jobs.length / JOBS_PER_THREAD));
  if (threads < 2) return await describeInTurn(jobs, { onDone, signal });
  // Here as well, so that a missing package is an InputError.
  await chemistry();
  const pool = threadPool(new URL("./molecule-worker.js", import.meta.url), threads);
  try {
    return await runAll(pool, jobs, { onDone, signal });
  } finally {
    await pool.close();
  }
};
