import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { Tinypool } from "tinypool";

/**
 * How long threads rest before they are ended, in milliseconds. Node 20 may crash when a thread ends while
 * its code is still being compiled in the background; a thread without work is soon done with that.
 */
export const REST = 100;

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Memory to hand over instead of copying it. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
}

/** Threads that run the default export of a module. */
export interface ThreadPool {
  /** Runs one job in the next free thread; an aborted signal takes the job back. */
  run<R>(job: unknown, options?: RunOptions): Promise<R>;
  /** Ends the threads: after a short rest where all jobs are done, at once where some are not. */
  close(): Promise<void>;
}

/** Starts `threads` threads on a module, with `data` as their `workerData`. Call `close` when done. */
export function threadPool(module: URL, threads: number, data?: unknown): ThreadPool {
  const pool = new Tinypool({
    filename: bundled(module).href,
    minThreads: threads,
    maxThreads: threads,
    runtime: "worker_threads",
    workerData: data,
  });
  let running = 0;
  return {
    async run(job, { signal, transfer = [] } = {}) {
      running++;
      try {
        return await pool.run(job, { ...(signal && { signal }), transferList: [...transfer] });
      } finally {
        running--;
      }
    },
    async close() {
      if (running === 0) await new Promise((resolve) => setTimeout(resolve, REST));
      await pool.destroy();
    },
  };
}

/**
 * The same module in the bundle of the command line, if it is there: a thread loads a few files instead of some
 * four hundred, and starts in less than half of the time.
 */
export function bundled(module: URL): URL {
  const path = module.href.replace(/\/dist\/(?:node|experiment)\/(?:\w+\/)?([^/]+)$/, "/dist/bin/$1");
  return path !== module.href && existsSync(new URL(path)) ? new URL(path) : module;
}

/** Runs jobs in the threads; the results in the order of the jobs. */
export async function runAll<R>(
  pool: ThreadPool,
  jobs: readonly unknown[],
  { onDone, signal }: { onDone(): void; signal?: AbortSignal | undefined },
): Promise<R[]> {
  const follower = signal && patient(signal);
  return await Promise.all(
    jobs.map(async (job) => {
      const outcome = await pool.run<R>(job, { signal: follower });
      onDone();
      return outcome;
    }),
  );
}

/** A signal that follows another, without a warning for many listeners. */
function patient(signal: AbortSignal): AbortSignal {
  const follower = AbortSignal.any([signal]);
  setMaxListeners(0, follower);
  return follower;
}
