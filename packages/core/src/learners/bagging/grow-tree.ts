import type { Random } from "../../base/random.js";
import type { Forest } from "../../scorers/forest/forest.js";
import type { Columns } from "./columns.js";
import { bestCut, type NodeRows, randomCut, type Split } from "./cuts.js";

/** How trees are grown. */
export interface TreeOptions {
  /**
   * `random`: one threshold per candidate, uniform between the smallest and the largest value in the
   * node (Geurts, Ernst and Wehenkel 2006). `exact`: the best of all thresholds (Breiman 2001).
   */
  readonly splits: "exact" | "random";
  /** How many columns that vary in a node are tried there. */
  readonly candidates: number;
  /** The least number of rows in a leaf. */
  readonly leaf: number;
  /** How readily each column is drawn to be tried, from 0 to 1, relative to others. Default all alike. */
  readonly chances?: Float64Array | undefined;
}

/** After so many columns that were drawn and not taken, the next one is: there may be no better left. */
const MOST_DRAWN = 30;

/** The rows of one tree. */
export interface TreeSample {
  /** Numbers of rows; the grower reorders them. */
  readonly rows: Uint32Array;
  /** For all rows of the columns: what a row weighs as a positive one, and what as another; one is 0. */
  readonly positive: Float64Array;
  readonly other: Float64Array;
}

/** Grows one tree and returns it as a forest of one. */
export type TreeGrower = (sample: TreeSample, generator: Random) => Forest;

/** A node still to be made: rows `from` to `to - 1` of the sample. */
interface Waiting {
  readonly from: number;
  readonly to: number;
  /** The node whose right child it is; -1 for a left child or the root. */
  readonly parent: number;
  /** How many of the columns are known to be constant here; they come first in the list of columns. */
  readonly constant: number;
}

/**
 * Grows trees on these columns. A node is split until all its weight is of one kind, no column varies,
 * or a leaf would have too few rows. The split is the one with the least impurity (Gini) among the
 * candidates; the first of equal ones. The value of a leaf is the share of positives in its weight.
 *
 * Columns that are constant in a node are no candidates there, so that columns which hardly vary do not
 * use up the tries. Costs O(rows x candidates x depth), plus a look at each constant column.
 */
export function treeGrower(columns: Columns, { splits, candidates, leaf, chances }: TreeOptions): TreeGrower {
  const cutOf = splits === "random" ? randomCut(columns, leaf) : bestCut(columns, leaf);
  const order = new Uint32Array(columns.cols);
  const best: Split = { column: -1, threshold: 0, impurity: 0 };
  // Weights of the rows of one node, in their order.
  const [ofP, ofO] = [new Float64Array(columns.rows), new Float64Array(columns.rows)];
  return ({ rows, positive, other }, generator) => {
    const most = Math.max(1, 2 * rows.length - 1);
    const feature = new Int32Array(most);
    const number = new Float64Array(most);
    const right = new Uint32Array(most);
    for (let j = 0; j < order.length; j++) order[j] = j;
    let nodes = 0;
    const waiting: Waiting[] = [{ from: 0, to: rows.length, parent: -1, constant: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { from, to, parent } = next;
      const node = nodes++;
      if (parent >= 0) right[parent] = node;
      let [p, o] = [0, 0];
      for (let k = from; k < to; k++) {
        p += ofP[k - from] = positive[rows[k]];
        o += ofO[k - from] = other[rows[k]];
      }
      const mixed = p > 0 && o > 0 && to - from >= 2 * leaf;
      const weighed = { rows, from, to, positive: ofP, other: ofO, allP: p, allO: o };
      best.column = -1;
      best.impurity = Number.POSITIVE_INFINITY;
      const constant = mixed ? search(weighed, next.constant, generator) : 0;
      if (best.column < 0) {
        feature[node] = -1;
        number[node] = p + o > 0 ? p / (p + o) : 0.5;
        continue;
      }
      const middle = partition(columns, rows, next, best);
      feature[node] = best.column;
      number[node] = best.threshold;
      waiting.push({ from: middle, to, parent: node, constant });
      waiting.push({ from, to: middle, parent: -1, constant });
    }
    return {
      type: "trees",
      columns: columns.cols,
      roots: Uint32Array.of(0),
      feature: feature.slice(0, nodes),
      number: number.slice(0, nodes),
      right: right.slice(0, nodes),
    };
  };

  /** Finds the best split of some columns drawn without replacement; returns how many columns are constant. */
  function search(node: NodeRows, known: number, generator: Random): number {
    let constant = known;
    for (let tried = 0; tried < candidates && constant + tried < order.length; ) {
      const place = constant + tried;
      swap(place, drawn(place, generator));
      if (cutOf(order[place], node, best, generator)) tried++;
      else {
        // Columns of subtrees are drawn from behind these, so a sibling finds them where they are.
        swap(place, constant);
        constant++;
      }
    }
    return constant;
  }

  /** The place of a column from this one on. */
  function drawn(from: number, generator: Random): number {
    let place = from + generator.below(order.length - from);
    if (chances === undefined) return place;
    for (let k = 1; k < MOST_DRAWN && !(generator.uniform() < chances[order[place]]); k++)
      place = from + generator.below(order.length - from);
    return place;
  }

  function swap(i: number, j: number): void {
    const column = order[i];
    order[i] = order[j];
    order[j] = column;
  }
}

/** Puts the rows that go left first, and returns where the others begin. */
function partition(
  { rows: height, values }: Columns,
  rows: Uint32Array,
  { from, to }: Waiting,
  { column, threshold }: Split,
): number {
  const start = column * height;
  let [low, high] = [from, to];
  while (low < high) {
    const row = rows[low];
    if (values[start + row] <= threshold) low++;
    else {
      rows[low] = rows[--high];
      rows[high] = row;
    }
  }
  return low;
}
