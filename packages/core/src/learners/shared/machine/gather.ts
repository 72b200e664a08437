/** Places of numbers to copy, with what lies together found. */
export interface Gathering {
  readonly places: Uint32Array;
  /** Where each run of consecutive places begins, and the end of the last one. */
  readonly runs: Uint32Array;
}

/** Runs of fewer places are copied one by one, which is faster for them. */
const LONG = 16;

/** Finds the runs of consecutive places. */
export function gathering(places: Uint32Array): Gathering {
  const runs: number[] = [];
  for (let k = 0; k < places.length; k++) if (k === 0 || places[k] !== places[k - 1] + 1) runs.push(k);
  return { places, runs: Uint32Array.from([...runs, places.length]) };
}

/** Copies the numbers at these places of a row, which begins at `row`, to where `at` is. */
export function gather(
  from: Float64Array,
  row: number,
  { places, runs }: Gathering,
  to: Float64Array,
  at: number,
): void {
  for (let r = 0; r + 1 < runs.length; r++) {
    const [first, end] = [runs[r], runs[r + 1]];
    if (end - first >= LONG) {
      const start = row + places[first];
      to.set(from.subarray(start, start + end - first), at + first);
    } else for (let k = first; k < end; k++) to[at + k] = from[row + places[k]];
  }
}
