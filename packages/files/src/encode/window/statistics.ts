/** What describes the numbers of a column in a window. */
export const STATISTICS = ["mean", "sd", "min", "max", "slope", "change", "lag"] as const;

/** Numbers further from 1 than this are scaled, so that their squares are numbers as well. */
const LARGE = 1e100;

/**
 * Writes the statistics of `values[from]` to `values[to - 1]` to `out` from position `at`, in the order
 * of `STATISTICS`. Returns how many values are present; with none, nothing is written. NaN is a missing
 * value: it is left out, and its neighbours follow each other.
 *
 * `mean`, `min`, `max`; `sd`, the root of the mean squared distance to the mean; `slope`, of the line of
 * least squares, per unit of `times`; `change`, the mean absolute difference to the value before; `lag`,
 * the autocorrelation at lag 1. Degenerate cases are 0: the last four of a single value, and of values
 * that are all equal; the slope of values at one time; the lag of two values. Always finite: what is
 * too large for a number is the largest. Costs two passes.
 */
export function windowStatistics(
  { values, times }: { values: Float64Array; times: Float64Array },
  { from, to }: { from: number; to: number },
  out: Float64Array,
  at: number,
): number {
  let [n, least, greatest, first] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let row = from; row < to; row++) {
    const value = values[row];
    if (Number.isNaN(value)) continue;
    if (n++ === 0) first = row;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  if (n === 0) return 0;
  const unit = unitOf(least, greatest);
  // Distances to the first value: those of equal values are exactly 0.
  const origin = values[first] / unit;
  let [sum, timeSum, change, before] = [0, 0, 0, 0];
  for (let row = first; row < to; row++) {
    const distance = values[row] / unit - origin;
    if (Number.isNaN(distance)) continue;
    sum += distance;
    timeSum += times[row] - times[first];
    change += Math.abs(distance - before);
    before = distance;
  }
  const [mean, meanTime] = [sum / n, timeSum / n];
  let [squares, timeSquares, products, lagged, last] = [0, 0, 0, 0, Number.NaN];
  for (let row = first; row < to; row++) {
    const distance = values[row] / unit - origin - mean;
    if (Number.isNaN(distance)) continue;
    const time = times[row] - times[first] - meanTime;
    squares += distance * distance;
    timeSquares += time * time;
    products += time * distance;
    if (!Number.isNaN(last)) lagged += distance * last;
    last = distance;
  }
  out[at] = finite((origin + mean) * unit);
  out[at + 1] = finite(Math.sqrt(squares / n) * unit);
  out[at + 2] = least;
  out[at + 3] = greatest;
  out[at + 4] = timeSquares > 0 ? finite((products / timeSquares) * unit) : 0;
  out[at + 5] = n > 1 ? finite((change / (n - 1)) * unit) : 0;
  out[at + 6] = n > 2 && squares > 0 ? lagged / squares : 0;
  return n;
}

/** What to divide by: 1, unless squares would be too large or vanish. */
function unitOf(least: number, greatest: number): number {
  const size = Math.max(Math.abs(least), Math.abs(greatest));
  return size > LARGE || (size > 0 && size < 1 / LARGE) ? size : 1;
}

function finite(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}
