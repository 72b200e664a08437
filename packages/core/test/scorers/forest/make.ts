import type { Random } from "../../../src/base/random.js";
import type { Forest } from "../../../src/scorers/forest/forest.js";

/** A tree as a reader would draw it. */
export type DrawnTree = number | { column: number; threshold: number; left: DrawnTree; right: DrawnTree };

/** A random tree with at most so many levels. */
export function randomTree(generator: Random, columns: number, levels: number): DrawnTree {
  if (levels === 0 || generator.below(4) === 0) return generator.below(9) / 8;
  return {
    column: generator.below(columns),
    threshold: generator.normal(),
    left: randomTree(generator, columns, levels - 1),
    right: randomTree(generator, columns, levels - 1),
  };
}

/** What a drawn tree says of a row. */
export function answerOf(tree: DrawnTree, row: ArrayLike<number>): number {
  if (typeof tree === "number") return tree;
  return answerOf(row[tree.column] <= tree.threshold ? tree.left : tree.right, row);
}

/** The same trees in flat arrays. */
export function flatForest(trees: readonly DrawnTree[], columns: number): Forest {
  const [feature, number, right, roots]: number[][] = [[], [], [], []];
  const add = (tree: DrawnTree): void => {
    const node = feature.length;
    feature.push(typeof tree === "number" ? -1 : tree.column);
    number.push(typeof tree === "number" ? tree : tree.threshold);
    right.push(0);
    if (typeof tree === "number") return;
    add(tree.left);
    right[node] = feature.length;
    add(tree.right);
  };
  for (const tree of trees) {
    roots.push(feature.length);
    add(tree);
  }
  return {
    type: "trees",
    columns,
    roots: Uint32Array.from(roots),
    feature: Int32Array.from(feature),
    number: Float64Array.from(number),
    right: Uint32Array.from(right),
  };
}

/** A forest of a few random trees. */
export function randomForest(generator: Random, columns: number, trees = 5) {
  const drawn = Array.from({ length: trees }, () => randomTree(generator, columns, 5));
  return { drawn, forest: flatForest(drawn, columns) };
}
