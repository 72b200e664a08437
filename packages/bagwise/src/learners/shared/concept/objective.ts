import { holdMatrix } from "../../../linalg/held.js";
import { matrix } from "../../../linalg/matrix.js";
import type { SmoothFunction } from "../../../solver/lbfgs.js";

/** Signed bags of instances as plain numbers: what the likelihood of a concept is computed from. */
export interface ConceptBags {
  /** All instances, bag after bag, with `features` numbers each. */
  readonly data: Float64Array;
  readonly features: number;
  /** Bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1`. */
  readonly offsets: Uint32Array;
  /** 1 for a positive bag, -1 for a negative one. */
  readonly signs: Int8Array;
}

/**
 * What keeps a concept broad, and its point among the instances, as it depends on a concept: see
 * `conceptObjective`.
 */
export interface ConceptPenalty {
  /** lambda times the number of bags. */
  readonly weight: number;
  /** The mean and the variance of each feature. */
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/**
 * The loss of the bags as a function of the squared distances D of all rows from the concept point.
 * Writes its derivative with respect to each D into `slopes`.
 */
export type DistanceLoss = (distances: Float64Array, slopes: Float64Array) => number;

/** How much the squared distance of the point from the mean counts, in units of the variance. */
const FROM_MEAN = 0.01;

/**
 * The regularised loss of a concept as a function of its parameters: the point t, then the scales s,
 * or the one scale that all features share.
 *
 *     loss(D) + lambda bags (mean_i D_i + sum_j ((t_j - mean_j) / (10 deviation_j))^2),
 *     D_i = sum_j (s_j (x_ij - t_j))^2.
 *
 * The penalty is the mean squared distance of all instances: it keeps the concept as broad as the
 * labels allow. Its second part keeps the point within some ten standard deviations of the instances:
 * otherwise a point may run away while its scale goes to 0, which adds a constant to all D. `data` may hold fewer instances, those on which the loss depends. Costs four
 * products of a matrix of that size with a vector.
 */
export function conceptObjective(
  data: Float64Array,
  loss: DistanceLoss,
  { penalty, shared }: { readonly penalty: ConceptPenalty; readonly shared: boolean },
): SmoothFunction {
  const { weight, mean, variance } = penalty;
  const features = mean.length;
  const rows = data.length / features;
  const points = matrix(rows, features);
  const squares = matrix(rows, features);
  // About the mean, so that the differences below do not cancel.
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < features; j++, at++) {
      points.data[at] = data[at] - mean[j];
      squares.data[at] = square(points.data[at]);
    }
  }
  const [heldPoints, heldSquares] = [holdMatrix(points), holdMatrix(squares)];
  const distances = new Float64Array(rows);
  const slopes = new Float64Array(rows);
  return (x, gradient) => {
    const weights = weightsOf(x, features);
    const point = mean.map((each, j) => x[j] - each);
    const near = heldPoints.times(weights.map((w, j) => w * point[j]));
    const far = heldSquares.times(weights);
    const own = point.reduce((sum, each, j) => sum + weights[j] * each * each, 0);
    // |x - t|^2 = |x|^2 - 2 x.t + |t|^2, which rounding may make negative.
    for (let i = 0; i < rows; i++) distances[i] = Math.max(0, far[i] - 2 * near[i] + own);
    let value = loss(distances, slopes);
    const total = slopes.reduce((sum, slope) => sum + slope, 0);
    const [first, second] = [heldPoints.timesTransposed(slopes), heldSquares.timesTransposed(slopes)];
    gradient.fill(0);
    for (let j = 0; j < features; j++) {
      const k = features + (shared ? 0 : j);
      const t = point[j];
      const spread = weight * (variance[j] + t * t);
      const pull = weight * (FROM_MEAN / (variance[j] || 1)) * t;
      value += weights[j] * spread + pull * t;
      gradient[j] = 2 * (weights[j] * (t * total - first[j] + weight * t) + pull);
      gradient[k] += 2 * x[k] * (second[j] - 2 * t * first[j] + t * t * total + spread);
    }
    return value;
  };
}

/** The penalty of these bags: O(numbers). */
export function conceptPenalty({ data, features, signs }: ConceptBags, lambda: number): ConceptPenalty {
  const rows = data.length / features;
  const mean = new Float64Array(features);
  const variance = new Float64Array(features);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < features; j++, at++) mean[j] += data[at] / rows;
  for (let i = 0, at = 0; i < rows; i++)
    for (let j = 0; j < features; j++, at++) variance[j] += square(data[at] - mean[j]) / rows;
  return { weight: lambda * signs.length, mean, variance };
}

/** The squared distance of every row from a concept with these parameters. */
export function distancesFrom(
  { data, features }: Pick<ConceptBags, "data" | "features">,
  x: Float64Array,
): Float64Array {
  const weights = weightsOf(x, features);
  return Float64Array.from({ length: data.length / features }, (_, i) => {
    let sum = 0;
    for (let j = 0, at = i * features; j < features; j++, at++) sum += weights[j] * square(data[at] - x[j]);
    return sum;
  });
}

/** The share of each feature in the mean squared distance of the instances; 0 if all distances are. */
export function distanceShares(bags: ConceptBags, x: Float64Array): Float64Array {
  const { mean, variance } = conceptPenalty(bags, 0);
  const parts = weightsOf(x, bags.features).map((weight, j) => weight * (variance[j] + square(mean[j] - x[j])));
  const total = parts.reduce((sum, each) => sum + each, 0);
  return total > 0 ? parts.map((part) => part / total) : parts;
}

/** The squares of the scales of all features, from the parameters. */
export function weightsOf(x: Float64Array, features: number): Float64Array {
  const shared = x.length === features + 1;
  return Float64Array.from({ length: features }, (_, j) => square(x[features + (shared ? 0 : j)]));
}

function square(value: number): number {
  return value * value;
}
