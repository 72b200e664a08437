import type { BagSet } from "../../bags/bag-set.js";
import type { Matrix } from "../../linalg/matrix.js";
import { statisticsOf } from "./statistics.js";
import { withinBounds } from "./within-bounds.js";

const known = new WeakMap<BagSet, Matrix>();

/**
 * The `min-max-mean` statistics of bags within their bounds, computed once for a set: several parts of a model
 * look at them. Do not write to the matrix.
 */
export function boundedSummaries(bags: BagSet): Matrix {
  const found = known.get(bags) ?? withinBounds(statisticsOf("min-max-mean", bags));
  known.set(bags, found);
  return found;
}
