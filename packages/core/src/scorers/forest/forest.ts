import type { Matrix } from "../../linalg/matrix.js";
import { walkedSums } from "./walk.js";

/**
 * Decision trees in flat arrays, each node before its left and then its right subtree: the left child
 * of a node is the next node. All arrays but `roots` have one entry per node.
 */
export interface Forest {
  readonly type: "trees";
  /** How many columns a row has. */
  readonly columns: number;
  /** The first node of each tree, ascending. At least one. */
  readonly roots: Uint32Array;
  /** The column that a node asks for; -1 for a leaf. */
  readonly feature: Int32Array;
  /** Of a node that asks: up to this value a row goes left. Of a leaf: its value. */
  readonly number: Float64Array;
  /** The right child; 0 for a leaf. */
  readonly right: Uint32Array;
}

/** So many rows go through all trees together: few enough to stay in the cache. */
const BLOCK = 64;

/**
 * The mean over the trees of the value of the leaf that each row falls into. The value of a row depends
 * only on that row. Costs O(rows x trees x depth).
 */
export function forestScores(forest: Forest, rows: Matrix): Float64Array {
  const scores = walkedSums(forest, rows) ?? plainSums(forest, rows);
  for (let row = 0; row < scores.length; row++) scores[row] /= forest.roots.length;
  return scores;
}

/** The sums of the values of the leaves, without WebAssembly. */
export function plainSums({ columns, roots, feature, number, right }: Forest, rows: Matrix): Float64Array {
  const { data } = rows;
  const sums = new Float64Array(rows.rows);
  for (let first = 0; first < rows.rows; first += BLOCK) {
    const end = Math.min(rows.rows, first + BLOCK);
    for (let tree = 0; tree < roots.length; tree++) {
      const root = roots[tree];
      for (let row = first, at = first * columns; row < end; row++, at += columns) {
        let node = root;
        for (let j = feature[node]; j >= 0; j = feature[node])
          node = data[at + j] <= number[node] ? node + 1 : right[node];
        sums[row] += number[node];
      }
    }
  }
  return sums;
}

/** The value of the leaf of one tree that a row falls into. */
export function treeValue(
  { roots, feature, number, right }: Forest,
  tree: number,
  { cols, data }: Matrix,
  row: number,
): number {
  const at = row * cols;
  let node = roots[tree];
  for (let j = feature[node]; j >= 0; j = feature[node]) node = data[at + j] <= number[node] ? node + 1 : right[node];
  return number[node];
}

/** The trees of several forests as one forest, in their order. At least one forest. */
export function joinedForests(forests: readonly Forest[]): Forest {
  const nodes = forests.reduce((sum, { feature }) => sum + feature.length, 0);
  const trees = forests.reduce((sum, { roots }) => sum + roots.length, 0);
  const all = {
    type: "trees" as const,
    columns: forests[0].columns,
    roots: new Uint32Array(trees),
    feature: new Int32Array(nodes),
    number: new Float64Array(nodes),
    right: new Uint32Array(nodes),
  };
  let [node, tree] = [0, 0];
  for (const { roots, feature, number, right } of forests) {
    const moved = (at: number) => at + node;
    all.roots.set(roots.map(moved), tree);
    all.feature.set(feature, node);
    all.number.set(number, node);
    all.right.set(
      right.map((child) => (child === 0 ? 0 : moved(child))),
      node,
    );
    node += feature.length;
    tree += roots.length;
  }
  return all;
}
