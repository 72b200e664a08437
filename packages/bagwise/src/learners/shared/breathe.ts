/** Work goes on for so many milliseconds before others get a turn. */
const BREATH = 50;

/** Gives the page a turn, in which a signal can be raised, and hears it: rejects when it was. */
export async function breathe(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}

/**
 * For work in pieces of which many are short, because a turn costs milliseconds: `breathe` when 50
 * ms have passed since the last time, else nothing. What is computed does not depend on the clock,
 * only when the page has its turns.
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
