/** The rows of a table, series by series, each in the order of time. */
export interface Series {
  /** The rows of all series, one after the other; rows of the same time in the order of the file. */
  readonly rows: Uint32Array;
  /** Series i has the positions `offsets[i]` to `offsets[i + 1] - 1` of `rows`. */
  readonly offsets: Uint32Array;
}

/**
 * Groups the rows of a table by their bag, bags in the order of their first row, wherever their rows
 * stand, and sorts each group by time; without `times` it keeps the order of the file. Costs one pass,
 * and a sort of the series that are not in order.
 */
export function seriesOf(length: number, bagOf: (row: number) => string, times: Float64Array | undefined): Series {
  const numbers = new Map<string, number>();
  const sizes: number[] = [];
  const series = new Uint32Array(length);
  for (let row = 0; row < length; row++) {
    const bag = bagOf(row);
    let number = numbers.get(bag);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(bag, number);
      sizes.push(0);
    }
    series[row] = number;
    sizes[number]++;
  }
  const offsets = new Uint32Array(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) offsets[i + 1] = offsets[i] + sizes[i];
  const next = offsets.slice(0, sizes.length);
  const rows = new Uint32Array(length);
  for (let row = 0; row < length; row++) rows[next[series[row]]++] = row;
  if (times !== undefined)
    for (let i = 0; i < sizes.length; i++) sort(rows.subarray(offsets[i], offsets[i + 1]), times);
  return { rows, offsets };
}

function sort(rows: Uint32Array, times: Float64Array): void {
  for (let k = 1; k < rows.length; k++)
    if (times[rows[k]] < times[rows[k - 1]]) {
      rows.sort((a, b) => times[a] - times[b] || a - b);
      return;
    }
}
