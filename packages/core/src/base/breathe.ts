/** Milliseconds of work before the page gets a turn. */
const BREATH = 50;

/** Gives the page a turn, then rejects if the signal is aborted. */
export async function breathe(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/**
 * For work in many short pieces, because each turn costs milliseconds. Calls `breathe` if 50 ms
 * have passed since the last time, else only checks the signal. The clock decides when the page
 * gets its turns, never what is computed.
 */
export function breathing(signal: AbortSignal | undefined, now = () => performance.now()): () => Promise<void> {
  let last = now();
  return async () => {
    signal?.throwIfAborted();
    if (now() - last < BREATH) return;
    await breathe(signal);
    last = now();
  };
}
