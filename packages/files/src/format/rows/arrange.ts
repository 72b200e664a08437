/**
 * Moves row r of a row-major matrix to row target[r], in place, along the cycles of the
 * permutation. Costs O(values) time and one row of memory.
 */
export function permuteRows(data: Float64Array, width: number, target: Uint32Array): void {
  const done = new Uint8Array(target.length);
  const held = new Float64Array(width);
  const swapped = new Float64Array(width);
  for (let start = 0; start < target.length; start++) {
    if (done[start] === 1) continue;
    held.set(data.subarray(start * width, (start + 1) * width));
    let row = start;
    do {
      const to = target[row];
      swapped.set(data.subarray(to * width, (to + 1) * width));
      data.set(held, to * width);
      held.set(swapped);
      done[row] = 1;
      row = to;
    } while (row !== start);
  }
}

/**
 * Replaces each NaN by the median of the other values of its column. Returns the columns of NaN
 * only, which stay as they are.
 */
export function imputeMedians(data: Float64Array, width: number): number[] {
  const rows = width === 0 ? 0 : data.length / width;
  const hopeless: number[] = [];
  for (let column = 0; column < width; column++) {
    const present: number[] = [];
    for (let r = 0; r < rows; r++) {
      const value = data[r * width + column];
      if (!Number.isNaN(value)) present.push(value);
    }
    if (present.length === rows) continue;
    if (present.length === 0) {
      hopeless.push(column);
      continue;
    }
    const sorted = Float64Array.from(present).sort();
    const middle = sorted.length >> 1;
    const median = sorted.length % 2 === 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2;
    for (let r = 0; r < rows; r++) {
      if (Number.isNaN(data[r * width + column])) data[r * width + column] = median;
    }
  }
  return hopeless;
}

/** Whether all texts of a bag that are not blank are the same. */
export function isPerBag(texts: readonly string[], offsets: Uint32Array): boolean {
  for (let bag = 0; bag + 1 < offsets.length; bag++) {
    let first = "";
    for (let row = offsets[bag]; row < offsets[bag + 1]; row++) {
      if (texts[row] === "" || texts[row] === first) continue;
      if (first !== "") return false;
      first = texts[row];
    }
  }
  return true;
}

/** Rows of one bag that came one after the other: the bag, and how many. */
interface Runs {
  readonly bags: readonly number[];
  readonly rows: readonly number[];
}

/** Where each row goes when the rows of a bag stand together: the bags in this order, each from its offset on. */
export function rowTargets(runs: Runs, { order, offsets }: { order: readonly number[]; offsets: Uint32Array }) {
  const next = new Uint32Array(order.reduce((most, bag) => Math.max(most, bag + 1), 0));
  for (let i = 0; i < order.length; i++) next[order[i]] = offsets[i];
  const target = new Uint32Array(offsets[order.length]);
  let row = 0;
  for (let r = 0; r < runs.bags.length; r++)
    for (let k = 0; k < runs.rows[r]; k++) target[row++] = next[runs.bags[r]]++;
  return target;
}
