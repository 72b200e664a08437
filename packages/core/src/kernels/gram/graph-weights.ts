import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { Instances } from "../representation.js";
import { distanceBlocks } from "./distance-blocks.js";

/**
 * An instance is near another one if their distance is below the mean by more than this share. So
 * distances that equal the mean, as between three instances all equally far apart, are not near,
 * whatever rounding and the order of summation do to the mean.
 */
const TIE = 1e-9;

/** Up to this many, 16 MB, the distances of a bag are kept. Above, they are computed twice. */
const MOST_KEPT = 2 ** 21;

/** The distance below which two instances are near each other, if this is the mean of all pairs. */
export function nearLimit(meanDistance: number): number {
  return (1 - TIE) * meanDistance;
}

/**
 * The weights of the instances of each bag in the kernel of miGraph (Zhou, Sun and Li 2009, "Multi-
 * instance learning by treating instances as non-I.I.D. samples"), which add up to 1 in a bag: 1 / c,
 * divided by the sum of all 1 / c, if c instances are near an instance, itself included. Near is a
 * Euclidean distance below the mean over all pairs of different instances of the bag. So a crowd of
 * similar instances counts about as much as a single one.
 *
 * A bag of one, two or only equal instances has equal weights. Two copies beside other instances are
 * near each other. Costs a matrix product of each bag with itself, two for a bag of more than 1,400
 * instances, whose distances are computed in blocks of 16 MB.
 */
export function graphWeights({ rows, offsets }: Instances): Float64Array {
  const weights = new Float64Array(rows.rows);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const bag = rows.data.subarray(offsets[i] * rows.cols, offsets[i + 1] * rows.cols);
    weights.set(weightsOfBag(matrix(offsets[i + 1] - offsets[i], rows.cols, bag)), offsets[i]);
  }
  return weights;
}

function weightsOfBag(bag: Matrix): Float64Array {
  const size = bag.rows;
  if (size <= 2) return new Float64Array(size).fill(1 / size);
  const kept = size * size <= MOST_KEPT ? [...distanceBlocks(bag, bag)] : undefined;
  let total = 0;
  for (const { distances } of kept ?? distanceBlocks(bag, bag))
    for (const squared of distances.data) total += Math.sqrt(squared);
  const limit = nearLimit(total / (size * (size - 1)));
  const near = new Uint32Array(size);
  for (const { first, distances } of kept ?? distanceBlocks(bag, bag)) {
    for (let r = 0, at = 0; r < distances.rows; r++) {
      let count = 0;
      for (const end = at + size; at < end; at++) if (Math.sqrt(distances.data[at]) < limit) count++;
      near[first + r] = count;
    }
  }
  return weightsOfCounts(near);
}

/** The weights, from how many are near each instance. An instance is always near itself. */
export function weightsOfCounts(near: ArrayLike<number>): Float64Array {
  const weights = Float64Array.from(near, (count) => 1 / Math.max(1, count));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
