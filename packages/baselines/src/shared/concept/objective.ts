import type { SmoothFunction } from "@bagwise/core/linalg";
import { varyingFeatures } from "./features.js";
import type { HeldInstances } from "./instances/hold.js";
import { plainDistances } from "./instances/plain.js";

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
 * otherwise a point may run away while its scale goes to 0, which adds a constant to all D. The loss
 * may depend on fewer instances than the penalty; only those are held. Costs two passes over them.
 */
export function conceptObjective(
  instances: HeldInstances,
  loss: DistanceLoss,
  { penalty, shared }: { readonly penalty: ConceptPenalty; readonly shared: boolean },
): SmoothFunction {
  const { weight, mean, variance } = penalty;
  const features = mean.length;
  return (x, gradient) => {
    const weights = weightsOf(x, features);
    const point = x.subarray(0, features);
    let value = loss(instances.distances(point, weights), instances.slopes);
    const { first, second } = instances.moments(point);
    gradient.fill(0);
    for (let j = 0; j < features; j++) {
      const k = features + (shared ? 0 : j);
      const t = x[j] - mean[j];
      const spread = weight * (variance[j] + t * t);
      const pull = weight * (FROM_MEAN / (variance[j] || 1)) * t;
      value += weights[j] * spread + pull * t;
      gradient[j] = 2 * (weights[j] * (weight * t - first[j]) + pull);
      gradient[k] += 2 * x[k] * (second[j] + spread);
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
  // Exactly, where rounding would leave a variance that is not 0 but tiny, and to be divided by.
  const varying = new Set(varyingFeatures({ data, features }));
  for (let j = 0; j < features; j++) if (!varying.has(j)) [mean[j], variance[j]] = [data[j] ?? 0, 0];
  return { weight: lambda * signs.length, mean, variance };
}

/** The squared distance of every row from a concept with these parameters. */
export function distancesFrom(
  { data, features }: Pick<ConceptBags, "data" | "features">,
  x: Float64Array,
): Float64Array {
  const distances = new Float64Array(data.length / features);
  plainDistances(data, x, weightsOf(x, features), distances);
  return distances;
}

/** The share of each feature in the mean squared distance of the instances; 0 if all distances are. */
export function distanceShares(
  { mean, variance }: Pick<ConceptPenalty, "mean" | "variance">,
  x: Float64Array,
): Float64Array {
  const parts = weightsOf(x, mean.length).map((weight, j) => weight * (variance[j] + square(mean[j] - x[j])));
  const total = parts.reduce((sum, each) => sum + each, 0);
  return total > 0 ? parts.map((part) => part / total) : parts;
}

/** The squares of the scales of all features, from the parameters. */
export function weightsOf(x: Float64Array, features: number): Float64Array {
  const shared = x.length === features + 1;
  const weights = new Float64Array(features);
  for (let j = 0; j < features; j++) weights[j] = square(x[features + (shared ? 0 : j)]);
  return weights;
}

function square(value: number): number {
  return value * value;
}
