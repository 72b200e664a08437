import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";
import { chemistry } from "../encode/molecule/chemistry.js";
import { describeMolecules as describeHere } from "../encode/molecule/describe.js";
import type { EncodeTools } from "../encode/tools.js";
import { patient } from "./worker-executor.js";

/** Starting a thread and its chemistry takes as long as this many jobs. */
const JOBS_PER_THREAD = 4;
/** More threads need more memory than they are worth. */
const MOST_THREADS = 8;

/**
 * Describes molecules in as many threads as the machine has cores, at most 8; a few molecules in this
 * thread. The outcomes are those of one thread, bit by bit.
 */
export const describeMolecules: NonNullable<EncodeTools["describeMolecules"]> = async (jobs, { onDone, signal }) => {
  // Here as well, so that a missing package is an InputError.
  const library = await chemistry();
  const threads = Math.min(availableParallelism(), MOST_THREADS, Math.floor(jobs.length / JOBS_PER_THREAD));
  if (threads < 2)
    return jobs.map((job) => {
      signal?.throwIfAborted();
      const outcome = describeHere(library, job);
      onDone();
      return outcome;
    });
  const filename = new URL("./molecule-worker.js", import.meta.url).href;
  const pool = new Tinypool({ filename, minThreads: threads, maxThreads: threads, runtime: "worker_threads" });
  const options = signal && { signal: patient(signal) };
  try {
    return await Promise.all(
      jobs.map(async (job) => {
        const outcome = await pool.run(job, options);
        onDone();
        return outcome;
      }),
    );
  } finally {
    await pool.destroy();
  }
};
