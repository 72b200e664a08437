import type { Random } from "../../base/random.js";
import type { Columns } from "./columns.js";

/** A way to split a node: rows with at most `threshold` in the column go left. */
export interface Split {
  readonly column: number;
  readonly threshold: number;
  /** Of both sides together: p o / (p + o) for each, half its Gini impurity times its weight. */
  readonly impurity: number;
}

/** The rows of a node, and their weights. */
export interface NodeRows {
  /** The rows `from` to `to - 1` of these are in the node. */
  readonly rows: Uint32Array;
  readonly from: number;
  readonly to: number;
  /** What each of them weighs as a positive one, and what as another, from 0 on; and the sums. */
  readonly positive: Float64Array;
  readonly other: Float64Array;
  readonly allP: number;
  readonly allO: number;
}

/**
 * A split of a node by a column; `"constant"` if the column does not vary there, null if a leaf would
 * have too few rows.
 */
export type FindCut = (column: number, node: NodeRows, generator: Random) => Split | "constant" | null;

/** One threshold, uniform between the smallest and the largest value. Costs two passes over the rows. */
export function randomCut({ rows: height, values, ties }: Columns, leaf: number): FindCut {
  const own = new Float64Array(height);
  return (column, { rows, from, to, positive, other, allP, allO }, generator) => {
    const start = column * height;
    const size = to - from;
    let low = values[start + rows[from]];
    let high = low;
    for (let k = 0; k < size; k++) {
      const value = values[start + rows[from + k]];
      own[k] = value;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (!(high - low > ties[column])) return "constant";
    const drawn = low + generator.uniform() * (high - low);
    const threshold = drawn < high ? drawn : low;
    let [count, leftP, leftO] = [0, 0, 0];
    for (let k = 0; k < size; k++) {
      // A number and no branch: a processor guesses wrong on half of the rows, which takes four times as long.
      const left = Number(own[k] <= threshold);
      count += left;
      leftP += left * positive[k];
      leftO += left * other[k];
    }
    if (count < leaf || size - count < leaf) return null;
    return { column, threshold, impurity: impurities(leftP, leftO, allP, allO) };
  };
}

/**
 * The threshold with the least impurity, the lowest of equal ones. Between two values that are next to
 * each other in the node, it is the middle one of the cuts of the column, so that it depends on the
 * order of the values alone. Costs a pass over the rows, and sorts the different values.
 */
export function bestCut({ rows: height, ranks }: Columns, leaf: number): FindCut {
  if (ranks === null) throw new TypeError("exact splits need ranks");
  const { codes, starts, cuts } = ranks;
  const most = 1 + starts.reduce((widest, start, j) => (j === 0 ? 0 : Math.max(widest, start - starts[j - 1])), 0);
  // By code: how many rows of the node have it, and their weights.
  const counts = new Uint32Array(most);
  const [ofP, ofO] = [new Float64Array(most), new Float64Array(most)];
  const present = new Uint32Array(height);
  return (column, { rows, from, to, positive, other, allP, allO }) => {
    const start = column * height;
    let [found, low, high] = [0, most, 0];
    for (let k = 0; k < to - from; k++) {
      const code = codes[start + rows[from + k]];
      if (counts[code]++ === 0) {
        present[found++] = code;
        if (code < low) low = code;
        if (code > high) high = code;
        ofP[code] = 0;
        ofO[code] = 0;
      }
      ofP[code] += positive[k];
      ofO[code] += other[k];
    }
    // Where most codes occur, a look at each of them sorts faster.
    if (high - low < DENSE * found) {
      found = 0;
      for (let code = low; code <= high; code++) if (counts[code] > 0) present[found++] = code;
    } else sortFirst(present, found);
    let best: Split | null = null;
    let least = Number.POSITIVE_INFINITY;
    let [count, leftP, leftO] = [0, 0, 0];
    for (let k = 0; k < found; k++) {
      const code = present[k];
      count += counts[code];
      leftP += ofP[code];
      leftO += ofO[code];
      counts[code] = 0;
      if (k + 1 === found || count < leaf || to - from - count < leaf) continue;
      const both = impurities(leftP, leftO, allP, allO);
      if (!(both < least - NO_BETTER)) continue;
      least = both;
      const cut = starts[column] + ((code + present[k + 1] - 1) >> 1);
      best = { column, threshold: cuts[cut], impurity: both };
    }
    return found < 2 ? "constant" : best;
  };
}

/** Codes are looked at one by one if there are no more than so many for each that occurs. */
const DENSE = 8;
/** Up to so many numbers are sorted by insertion: a call of the engine's own sort costs more. */
const FEW = 24;

/** Sorts the first numbers of an array, ascending. */
function sortFirst(numbers: Uint32Array, count: number): void {
  if (count > FEW) {
    numbers.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const each = numbers[i];
    let at = i;
    for (; at > 0 && numbers[at - 1] > each; at--) numbers[at] = numbers[at - 1];
    numbers[at] = each;
  }
}

/** Impurities, of weights that sum to 2, which differ by less are equal but for rounding. */
export const NO_BETTER = 1e-12;

/** Of the left side and of the rest. */
function impurities(leftP: number, leftO: number, allP: number, allO: number): number {
  return impurity(leftP, leftO) + impurity(Math.max(0, allP - leftP), Math.max(0, allO - leftO));
}

function impurity(positive: number, other: number): number {
  const both = positive + other;
  return both > 0 ? (positive * other) / both : 0;
}
