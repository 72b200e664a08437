import type { Matrix } from "../../linalg/matrix.js";
import { type Forest, joinedForests } from "../../scorers/forest/forest.js";
import { type Columns, columnsOf } from "./columns.js";
import { type DrawnFrom, memberDraws } from "./draws.js";
import { type TreeOptions, treeGrower } from "./grow-tree.js";

/** The rows of the bags that trees are grown on. Plain data. */
export interface BagColumns {
  readonly columns: Columns;
  /** Bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`. */
  readonly offsets: Uint32Array;
}

/** Trees, and what they say of bags that they have not seen. */
export interface GrownTrees {
  readonly forest: Forest;
  /** For each row, the sum of the values of the trees that have not seen its bag. */
  readonly sums: Float64Array;
  /** For each bag, how many trees that are. */
  readonly counts: Uint32Array;
}

/**
 * Grows the trees `from` to `to - 1` of PU bagging. The rows of a bag share its weight. The same trees
 * come out whichever others are grown with them. Costs O(trees x rows x (candidates + 1) x depth).
 */
export function growTrees(
  { columns, offsets }: BagColumns,
  drawn: DrawnFrom,
  options: TreeOptions,
  members: { readonly from: number; readonly to: number },
): GrownTrees {
  const grow = treeGrower(columns, options);
  const positive = new Float64Array(columns.rows);
  const other = new Float64Array(columns.rows);
  const sums = new Float64Array(columns.rows);
  const counts = new Uint32Array(offsets.length - 1);
  const trees: Forest[] = [];
  for (const { bags, positives, weights, seen, generator } of memberDraws(drawn, members)) {
    const rows = new Uint32Array(bags.reduce((sum, bag) => sum + offsets[bag + 1] - offsets[bag], 0));
    let at = 0;
    for (let k = 0; k < bags.length; k++) {
      const [first, end] = [offsets[bags[k]], offsets[bags[k] + 1]];
      const weight = weights[k] / (end - first);
      for (let row = first; row < end; row++) {
        rows[at++] = row;
        positive[row] = k < positives ? weight : 0;
        other[row] = k < positives ? 0 : weight;
      }
    }
    const tree = grow({ rows, positive, other }, generator);
    trees.push(tree);
    for (let bag = 0; bag < seen.length; bag++) {
      if (seen[bag] === 1) continue;
      counts[bag]++;
      for (let row = offsets[bag]; row < offsets[bag + 1]; row++) sums[row] += leafValue(tree, columns, row);
    }
  }
  return { forest: joinedForests(trees), sums, counts };
}

/** The value of the leaf of a row. */
function leafValue({ feature, number, right }: Forest, { rows, values }: Columns, row: number): number {
  let node = 0;
  for (let j = feature[node]; j >= 0; j = feature[node])
    node = values[j * rows + row] <= number[node] ? node + 1 : right[node];
  return number[node];
}

/** Options of `growForest`. */
export interface ForestOptions extends Partial<TreeOptions> {
  /** Default 200. */
  readonly trees?: number;
  /** Default 0. */
  readonly seed?: number;
}

/** How many columns are tried in a node by default: the square root of their number, rounded. */
export function usualCandidates(columns: number): number {
  return Math.max(1, Math.round(Math.sqrt(columns)));
}

/**
 * A forest that tells positive rows of a matrix from others, by PU bagging: each tree has all positive
 * rows, against as many of the others drawn at random. `forestScores` gives the score of any row, about
 * p / (p + u) for the densities p of the positive rows and u of the others. Random splits by default.
 */
export function growForest(
  x: Matrix,
  { positive, other }: { readonly positive: Uint32Array; readonly other: Uint32Array },
  { trees = 200, seed = 0, splits = "random", candidates = usualCandidates(x.cols), leaf = 1 }: ForestOptions = {},
): Forest {
  const each = Uint32Array.from({ length: x.rows + 1 }, (_, i) => i);
  const rows = { positive, unlabeled: other, negative: new Uint32Array(0) };
  return growTrees(
    { columns: columnsOf(x, { splits }), offsets: each },
    { ...rows, together: each.subarray(0, x.rows), negativeWeight: 0, parts: 0, seed },
    { splits, candidates, leaf },
    { from: 0, to: trees },
  ).forest;
}
