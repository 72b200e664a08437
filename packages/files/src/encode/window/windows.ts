/** A stretch of a series: the rows from `from` to before `to`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Times that differ by less than this share of a window count as equal: 3 x 0.1 is not 0.3. */
const TOLERANCE = 1e-9;
/** A series of more windows than this spans times so far apart that their numbers cannot tell its steps apart. */
const MOST_WINDOWS = 2 ** 48;

/**
 * The windows of a series, given its times in ascending order. Window k begins `k * step` after the first
 * row and holds the rows of the next `window` units, without those at its very end. The last one ends at
 * the last row, and is as long as the others; so every row is in a window, unless `step` is longer than
 * `window`. A series shorter than a window is one window.
 *
 * Gaps: a window without rows is none, and one whose rows are all in its neighbour is left out. Windows
 * so begin and end at later and later rows. An empty series has none. In a series of 2^48 windows or more, one begins
 * at each row that is in none yet. Costs one pass and what the windows take, however long a gap and however
 * short a step is.
 */
export function windowsOf(times: Float64Array, { window, step }: { window: number; step: number }): Window[] {
  const rows = times.length;
  const since = (row: number) => times[row] - times[0];
  const slack = TOLERANCE * window;
  if (rows > 0 && !(since(rows - 1) < MOST_WINDOWS * window)) return oneAfterTheOther(times, window - slack);
  const found: Window[] = [];
  const add = (from: number, to: number) => {
    const last = found.at(-1);
    if (last?.to === to) return;
    if (last?.from === from) found.pop();
    found.push({ from, to });
  };
  // Beginnings closer than times that count as equal, or than numbers of this size, would be the same.
  const apart = rows === 0 ? step : Math.max(step, slack, 4 * Number.EPSILON * since(rows - 1));
  // The first window that can hold a row: those before it bring nothing new, or lie in a gap.
  const next = (k: number, row: number) => Math.max(k + 1, Math.floor((since(row) - window + slack) / apart));
  let [from, to] = [0, 0];
  for (let k = 0; to < rows; ) {
    const start = k * apart;
    const end = start + window - slack;
    while (from < rows && since(from) < start - slack) from++;
    if (from === rows) break;
    if (since(from) < end) {
      to = Math.max(to, from);
      while (to < rows && since(to) < end) to++;
      const isLast = to === rows && found.length > 0 && step <= window;
      add(isLast ? firstOfLast(times, window) : from, to);
    }
    if (to < rows) k = next(k, Math.max(from, to));
  }
  return found;
}

/** Windows of less than this length, each from the first row that is in none yet. */
function oneAfterTheOther(times: Float64Array, length: number): Window[] {
  const found: Window[] = [];
  for (let from = 0, to = 0; from < times.length; from = to) {
    while (to < times.length && (to === from || times[to] - times[from] < length)) to++;
    found.push({ from, to });
  }
  return found;
}

/** The first row of the window that ends with the last row. */
function firstOfLast(times: Float64Array, window: number): number {
  const last = times.length - 1;
  let row = last;
  while (row > 0 && times[last] - times[row - 1] < window * (1 - TOLERANCE)) row--;
  return row;
}
