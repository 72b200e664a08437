import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../setup.mjs";

/** The parts of the built library that are compared. */
const PARTS = [
  "core/dist/statistics/normal-quantile.js",
  "core/dist/base/random.js",
  "core/dist/bags/bag-set.js",
  "core/dist/statistics/hypergeometric.js",
  "core/dist/review/left.js",
  "core/dist/review/stopping.js",
  "core/dist/learners/auto/auto.js",
  "core/dist/learners/auto/average.js",
  "core/dist/learners/auto/data.js",
  "core/dist/learners/auto/fit.js",
  "core/dist/learners/auto/held-out.js",
  "core/dist/learners/auto/options.js",
  "core/dist/learners/bagging/columns.js",
  "core/dist/learners/bagging/grow-forest.js",
  "core/dist/scorers/forest/forest.js",
  "core/dist/scorers/scorer.js",
  "core/dist/prior/belief/belief.js",
  "core/dist/prior/mixture/joint-likelihood.js",
  "core/dist/prior/mixture/parameters.js",
  "core/dist/prior/mixture/score-mixture.js",
  "core/dist/prior/mixture/standard-scores.js",
  "core/dist/scores/prior-belief.js",
  "core/dist/solver/prepare.js",
  "core/dist/solver/ratio.js",
  "core/dist/solver/solve.js",
];

/** Their functions, by name: replace one to see what notices. */
export async function loadProduct() {
  const from = (path) => import(pathToFileURL(join(root, "packages", path)).href);
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
