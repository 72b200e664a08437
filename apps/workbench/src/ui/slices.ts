/** Milliseconds after which the page gets its turn. A frame has 16. */
const SLICE = 8;
/** Looking at the clock costs as much as a few points. */
const BETWEEN = 256;

/**
 * Does something for 0 to n - 1, in slices of a few milliseconds, so that the page answers meanwhile. Resolves to
 * false, with the rest undone, if `isOver` says so after a pause.
 */
export async function inSlices(n: number, work: (k: number) => void, isOver: () => boolean): Promise<boolean> {
  let since = performance.now();
  for (let k = 0; k < n; k++) {
    work(k);
    if (k % BETWEEN !== BETWEEN - 1 || performance.now() - since < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (isOver()) return false;
    since = performance.now();
  }
  return !isOver();
}
