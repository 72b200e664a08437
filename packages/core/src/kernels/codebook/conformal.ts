import { log } from "../../base/portable-math.js";
import type { Matrix } from "../../linalg/matrix.js";
import { distanceBlocks } from "../gram/distance-blocks.js";
import type { Instances } from "../representation.js";
import { affinities, bump, type Codebook, pointsOf } from "./codebook.js";

/**
 * c(x) of every row: the sum over the points of factor times exp(-|x - point|^2 / (2 width^2))
 * (Blaschko and Hofmann 2006, "Conformal multi-instance kernels"). At least 0, and 0 only where every
 * bump with a factor underflows. Costs a matrix product of the rows with the points, in blocks.
 */
export function conformalFactors(codebook: Codebook, factors: readonly number[], rows: Matrix): Float64Array {
  const points = pointsOf(codebook, rows.cols);
  const result = new Float64Array(rows.rows);
  for (const { first, distances } of distanceBlocks(rows, points)) {
    bump(codebook, distances.data);
    for (let r = 0, at = 0; r < distances.rows; r++)
      for (let m = 0; m < points.rows; m++, at++) result[first + r] += factors[m] * distances.data[at];
  }
  return result;
}

/**
 * A factor for each point of a codebook, from how rare it is among these bags, as the inverse
 * document frequency of texts: log(1 + bags / sum of the bags' similarities to the point). What
 * nearly every bag has tells bags apart the least.
 *
 * Blaschko and Hofmann learn the factors from labels. Here they come without labels, on purpose: one
 * Gram matrix serves all folds of a cross-validation, and factors that have seen the labels of the
 * bags held out would make every measure too good. A learner that fits its kernel anew in each
 * fold can give factors of its own, as numbers. Positive if every point is an instance of a bag.
 */
export function rarities(codebook: Codebook, instances: Instances): number[] {
  const { rows, cols, data } = affinities(codebook, instances);
  const found = new Float64Array(cols);
  for (let i = 0, at = 0; i < rows; i++) for (let m = 0; m < cols; m++, at++) found[m] += data[at];
  // A point that no bag is near, of a codebook that was given, is as rare as one in a single bag.
  return Array.from(found, (sum) => log(1 + rows / Math.max(1, sum)));
}
