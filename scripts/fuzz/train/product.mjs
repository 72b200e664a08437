import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../setup.mjs";

/** The parts of the built library that are compared. */
const PARTS = [
  "base/normal-quantile.js",
  "base/random.js",
  "bags/bag-set.js",
  "evaluation/review/hypergeometric.js",
  "evaluation/review/left.js",
  "evaluation/review/stopping.js",
  "learners/auto/auto.js",
  "learners/auto/average.js",
  "learners/auto/data.js",
  "learners/auto/fit.js",
  "learners/auto/held-out.js",
  "learners/auto/options.js",
  "learners/bagging/columns.js",
  "learners/bagging/grow-forest.js",
  "model/forest/forest.js",
  "model/scorer.js",
  "prior/belief/belief.js",
  "prior/mixture/joint-likelihood.js",
  "prior/mixture/parameters.js",
  "prior/mixture/score-mixture.js",
  "prior/mixture/standard-scores.js",
  "scores/prior-belief.js",
  "solver/prepare.js",
  "solver/ratio.js",
  "solver/solve.js",
];

/** Their functions, by name: replace one to see what notices. */
export async function loadProduct() {
  const from = (path) => import(pathToFileURL(join(root, "packages", "bagwise", "dist", path)).href);
  return Object.assign({}, ...(await Promise.all(PARTS.map(from))));
}

export function toMatrix(rows) {
  return { rows: rows.length, cols: rows[0].length, data: Float64Array.from(rows.flat()) };
}

/** Bags in the order of their ids, which training keeps. */
export function toBagSet({ BagSet }, bags, labelOf) {
  const offsets = [0];
  for (const bag of bags) offsets.push(offsets.at(-1) + bag.length);
  return BagSet.from({
    data: Float64Array.from(bags.flat(2)),
    offsets,
    ids: bags.map((_, i) => `b${String(i).padStart(2, "0")}`),
    labels: bags.map((_, i) => labelOf(i)),
    features: bags[0][0].map((_, j) => `x${j}`),
  });
}
