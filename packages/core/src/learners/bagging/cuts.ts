import type { Random } from "../../base/random.js";
import type { Columns } from "./columns.js";

/** The best way so far to split a node: rows with at most `threshold` in the column go left. */
export interface Split {
  /** -1 if there is none yet. */
  column: number;
  threshold: number;
  /** Of both sides together: p o / (p + o) for each, half its Gini impurity times its weight. */
  impurity: number;
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
 * Looks for a split of a node by a column, and writes it to `best` if it is better. Returns whether the
 * column varies in the node; it may be that a leaf would have too few rows all the same.
 */
export type FindCut = (column: number, node: NodeRows, best: Split, generator: Random) => boolean;

/** One threshold, uniform between the smallest and the largest value. Costs two passes over the rows. */
export function randomCut({ rows: height, values, ties }: Columns, leaf: number): FindCut {
  const own = new Float64Array(height);
  return (column, { rows, from, to, positive, other, allP, allO }, best, generator) => {
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
    if (!(high - low > ties[column])) return false;
    const drawn = low + generator.uniform() * (high - low);
    const threshold = drawn < high ? drawn : low;
    let count = 0;
    let leftP = 0;
    let leftO = 0;
    for (let k = 0; k < size; k++) {
      // A number and no branch: a processor guesses wrong on half of the rows, which takes four times as long.
      const left = Number(own[k] <= threshold);
      count += left;
      leftP += left * positive[k];
      leftO += left * other[k];
    }
    if (count < leaf || size - count < leaf) return true;
    const both = impurities(leftP, leftO, allP, allO);
    if (both < best.impurity - NO_BETTER) {
      best.column = column;
      best.threshold = threshold;
      best.impurity = both;
    }
    return true;
  };
}

/**
 * The threshold with the least impurity, the lowest of equal ones. Between two values that are next to
 * each other in the node, it is the middle one of the cuts of the column, so that it depends on the
 * order of the values alone. Costs a pass over the rows and one over their different values, which a
 * bit for each code of the column puts in order.
 */
export function bestCut({ rows: height, ranks }: Columns, leaf: number): FindCut {
  if (ranks === null) throw new TypeError("exact splits need ranks");
  const { codes, starts, cuts } = ranks;
  const most = 1 + starts.reduce((widest, start, j) => (j === 0 ? 0 : Math.max(widest, start - starts[j - 1])), 0);
  // By code: how many rows of the node have it, and their weights.
  const counts = new Uint32Array(most);
  const ofP = new Float64Array(most);
  const ofO = new Float64Array(most);
  const bits = new Int32Array((most >> 5) + 1);
  const present = new Uint32Array(height);
  return (column, { rows, from, to, positive, other, allP, allO }, best) => {
    const start = column * height;
    const size = to - from;
    let found = 0;
    for (let k = 0; k < size; k++) {
      const code = codes[start + rows[from + k]];
      if (counts[code] === 0) present[found++] = code;
      counts[code]++;
      ofP[code] += positive[k];
      ofO[code] += other[k];
    }
    if (found > 1) ascending(present, found, bits);
    let count = 0;
    let earlier = -1;
    let leftP = 0;
    let leftO = 0;
    let lastP = 0;
    let lastO = 0;
    for (let k = 0; k < found; k++) {
      const code = present[k];
      const own = counts[code];
      const ownP = ofP[code];
      const ownO = ofO[code];
      counts[code] = 0;
      ofP[code] = 0;
      ofO[code] = 0;
      // Impurity is concave in the weight that is moved. So within a run of rows of one kind no cut is
      // the best, but for the first and the last where leaves are large enough.
      const inRun = (ownP === 0 && lastP === 0) || (ownO === 0 && lastO === 0);
      const enough = k > 0 && count >= leaf && size - count >= leaf;
      if (enough && !(inRun && earlier >= leaf && size - count - own >= leaf)) {
        const both = impurities(leftP, leftO, allP, allO);
        if (both < best.impurity - NO_BETTER) {
          best.column = column;
          best.threshold = cuts[starts[column] + ((code + present[k - 1] - 1) >> 1)];
          best.impurity = both;
        }
      }
      earlier = count;
      count += own;
      leftP += ownP;
      leftO += ownO;
      lastP = ownP;
      lastO = ownO;
    }
    return found > 1;
  };
}

/** Up to so many numbers are sorted by insertion. */
const FEW = 20;

/** Sorts the first `count` numbers, all different, ascending. `bits` are 0, one for each number, and stay so. */
function ascending(numbers: Uint32Array, count: number, bits: Int32Array): void {
  if (count <= FEW) {
    for (let i = 1; i < count; i++) {
      const each = numbers[i];
      let at = i;
      for (; at > 0 && numbers[at - 1] > each; at--) numbers[at] = numbers[at - 1];
      numbers[at] = each;
    }
    return;
  }
  let low = bits.length;
  let high = 0;
  for (let k = 0; k < count; k++) {
    const word = numbers[k] >> 5;
    bits[word] |= 1 << (numbers[k] & 31);
    if (word < low) low = word;
    if (word > high) high = word;
  }
  let at = 0;
  for (let word = low; word <= high; word++) {
    for (let left = bits[word]; left !== 0; left &= left - 1)
      numbers[at++] = (word << 5) + 31 - Math.clz32(left & -left);
    bits[word] = 0;
  }
}

/** Impurities, of weights that sum to 2, which differ by less are equal but for rounding. */
const NO_BETTER = 1e-12;

/** Of the left side and of the rest; with one division, which takes longest. */
function impurities(leftP: number, leftO: number, allP: number, allO: number): number {
  const restP = Math.max(0, allP - leftP);
  const restO = Math.max(0, allO - leftO);
  const left = leftP + leftO;
  const rest = restP + restO;
  const product = left * rest;
  return product > 0 ? (leftP * leftO * rest + restP * restO * left) / product : (allP * allO) / (allP + allO);
}
