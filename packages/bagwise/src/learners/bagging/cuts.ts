import type { Random } from "../../base/random.js";
import type { Columns } from "./columns.js";
import type { TreeSample } from "./grow-tree.js";

/** A way to split a node: rows with at most `threshold` in the column go left. */
export interface Split {
  readonly column: number;
  readonly threshold: number;
  /** Of both sides together: p o / (p + o) for each, half its Gini impurity times its weight. */
  readonly impurity: number;
}

/**
 * A split of the rows `from` to `to - 1` of a sample by a column; `"constant"` if the column does not
 * vary there, null if a leaf would have too few rows.
 */
export type FindCut = (
  column: number,
  sample: TreeSample,
  from: number,
  to: number,
  generator: Random,
) => Split | "constant" | null;

/** One threshold, uniform between the smallest and the largest value. Costs two passes over the rows. */
export function randomCut({ rows: height, values, ties }: Columns, leaf: number): FindCut {
  const own = new Float64Array(height);
  return (column, { rows, positive, other }, from, to, generator) => {
    const start = column * height;
    let low = values[start + rows[from]];
    let high = low;
    for (let k = from; k < to; k++) {
      const value = values[start + rows[k]];
      own[k - from] = value;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (!(high - low > ties[column])) return "constant";
    const drawn = low + generator.uniform() * (high - low);
    const threshold = drawn < high ? drawn : low;
    let [count, leftP, leftO, rightP, rightO] = [0, 0, 0, 0, 0];
    for (let k = from; k < to; k++) {
      const row = rows[k];
      if (own[k - from] <= threshold) {
        count++;
        leftP += positive[row];
        leftO += other[row];
      } else {
        rightP += positive[row];
        rightO += other[row];
      }
    }
    if (count < leaf || to - from - count < leaf) return null;
    return { column, threshold, impurity: impurity(leftP, leftO) + impurity(rightP, rightO) };
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
  return (column, { rows, positive, other }, from, to) => {
    const start = column * height;
    let found = 0;
    let [allP, allO] = [0, 0];
    for (let k = from; k < to; k++) {
      const row = rows[k];
      const code = codes[start + row];
      if (counts[code]++ === 0) {
        present[found++] = code;
        ofP[code] = 0;
        ofO[code] = 0;
      }
      ofP[code] += positive[row];
      ofO[code] += other[row];
      allP += positive[row];
      allO += other[row];
    }
    const ascending = present.subarray(0, found).sort();
    let best: Split | null = null;
    let least = Number.POSITIVE_INFINITY;
    let [count, leftP, leftO] = [0, 0, 0];
    for (let k = 0; k < found; k++) {
      const code = ascending[k];
      count += counts[code];
      leftP += ofP[code];
      leftO += ofO[code];
      counts[code] = 0;
      if (k + 1 === found || count < leaf || to - from - count < leaf) continue;
      const both = impurity(leftP, leftO) + impurity(Math.max(0, allP - leftP), Math.max(0, allO - leftO));
      if (!(both < least - NO_BETTER)) continue;
      least = both;
      const cut = starts[column] + ((code + ascending[k + 1] - 1) >> 1);
      best = { column, threshold: cuts[cut], impurity: both };
    }
    return found < 2 ? "constant" : best;
  };
}

/** Impurities, of weights that sum to 2, which differ by less are equal but for rounding. */
export const NO_BETTER = 1e-12;

function impurity(positive: number, other: number): number {
  const both = positive + other;
  return both > 0 ? (positive * other) / both : 0;
}
