import type { Matrix } from "../../linalg/matrix.js";

/**
 * All pairs of at most this many centres are measured, just under 200,000 pairs. Larger sets use
 * evenly spaced centres.
 */
const MOST = 632;

/**
 * The median squared distance between different centres. `distances` has a row for every bag and a
 * column for every centre, and centre k is bag `centres[k]`. 1 if the median is 0 or there is only
 * one centre. Costs O(pairs).
 */
export function medianOfPairs({ cols, data }: Matrix, centres: ArrayLike<number>): number {
  const count = Math.min(MOST, cols);
  const at = (k: number) => Math.floor((k * cols) / count);
  const values = new Float64Array((count * (count - 1)) / 2);
  let found = 0;
  for (let i = 1; i < count; i++) {
    const row = centres[at(i)] * cols;
    for (let j = 0; j < i; j++) values[found++] = data[row + at(j)];
  }
  const median = medianInPlace(values);
  return median > 0 ? median : 1;
}

/**
 * The median: the mean of the two middle values for an even number, NaN for no values. Reorders the
 * values.
 */
export function medianInPlace(values: Float64Array): number {
  const upper = values.length >> 1;
  if (values.length === 0) return Number.NaN;
  const high = select(values, upper);
  if (values.length % 2 === 1) return high;
  let low = values[0];
  for (let k = 1; k < upper; k++) low = Math.max(low, values[k]);
  const middle = (low + high) / 2;
  return Math.abs(middle) < Infinity ? middle : low / 2 + high / 2;
}

/**
 * The value that sorting would put at index `place`. No value before it is larger. Hoare's
 * quickselect (1961) with the middle element as pivot.
 */
function select(values: Float64Array, place: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >> 1];
    let i = from;
    let j = to;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const swapped = values[i];
      values[i++] = values[j];
      values[j--] = swapped;
    }
    if (place <= j) to = j;
    else if (place >= i) from = i;
    else break;
  }
  return values[place];
}
