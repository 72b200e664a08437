import type { BagSet } from "../bags/bag-set.js";
import { vectorFeatures } from "../bags/vector-features.js";
import { prepareBlocks } from "../kernels/blocks/fit.js";
import { statisticsOf } from "../kernels/statistic/statistics.js";
import { withinBounds } from "../kernels/statistic/within-bounds.js";
import { standardised } from "../kernels/views/rows.js";
import { momentsOf, viewScale } from "../kernels/views/scale.js";
import type { Matrix } from "../linalg/matrix.js";
import { type AnyMatrix, addProducts, addTransposed } from "../linalg/sparse.js";
import type { Likeness } from "./next-bags.js";

/**
 * How alike bags are, for `nextBags` by `teaching`: the mean cosine of their blocks and vectors, and of the
 * standardised minimum, maximum and mean of their ordinary features; 0 where it is negative. `open` and
 * `reviewed` are indices of bags; the places of `between` are those in `open`. Costs a pass over the features,
 * then the entries of a bag for each reviewed one that it is compared with.
 */
export function likenessOf(bags: BagSet, open: readonly number[], reviewed: readonly number[]): Likeness {
  const vectors = prepareBlocks(bags, { seed: 0, vectors: vectorFeatures(bags) })?.vectors ?? [];
  const parts: readonly AnyMatrix[] = bags.dimension === 0 ? vectors : [...vectors, directions(bags)];
  const known = Uint32Array.from(reviewed);
  const alike = (bag: number, rows: Uint32Array): Float64Array => {
    const sums = new Float64Array(rows.length);
    for (const x of parts) {
      const own = new Float64Array(x.cols);
      addTransposed(x, Uint32Array.of(bag), Float64Array.of(1), 1, own);
      addProducts(x, rows, own, 1, sums);
    }
    return sums.map((sum) => Math.min(1, Math.max(0, sum / parts.length)));
  };
  return {
    between: (a, others) =>
      alike(
        open[a],
        Uint32Array.from(others, (b) => open[b]),
      ),
    toReviewed: (a) => alike(open[a], known).reduce((most, value) => Math.max(most, value), 0),
  };
}

/** The standardised statistics of each bag, with length 1. */
function directions(bags: BagSet): Matrix {
  const x = withinBounds(statisticsOf("min-max-mean", bags));
  const rows = standardised(x, viewScale(momentsOf(x), {}));
  const data = rows.data.slice();
  for (let row = 0; row < rows.rows; row++) {
    const own = data.subarray(row * rows.cols, (row + 1) * rows.cols);
    const length = Math.sqrt(own.reduce((sum, value) => sum + value * value, 0));
    if (length > 0) for (let j = 0; j < own.length; j++) own[j] /= length;
  }
  return { ...rows, data };
}
