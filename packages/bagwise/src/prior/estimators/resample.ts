import { quantile } from "../../base/quantile.js";
import { random } from "../../base/random.js";
import type { PriorProblem } from "./problem.js";
import { bootstrapCounts, type SampleWeights, weightsOf } from "./weights.js";

/** Keeps resampling apart from the draws of folds and centres, which use the seed itself. */
const STREAM = 0x5eed;

/** `estimate` on so many bootstrap samples: the same ones for every estimator of a problem. */
export function bootstrapEstimates(
  problem: PriorProblem,
  count: number,
  estimate: (weights: SampleWeights) => number,
): Float64Array {
  return Float64Array.from(samplesOf(problem, count), estimate);
}

/**
 * The samples drawn so far. Kept, so that what one estimator fits to a sample the next one need not
 * fit again.
 */
const drawn = new WeakMap<PriorProblem, readonly SampleWeights[]>();

function samplesOf(problem: PriorProblem, count: number): readonly SampleWeights[] {
  const known = drawn.get(problem);
  if (known?.length === count) return known;
  const generator = random((problem.seed ^ STREAM) >>> 0);
  const samples = Array.from({ length: count }, () => weightsOf(problem, bootstrapCounts(problem, generator)));
  drawn.set(problem, samples);
  return samples;
}

/**
 * Replicates moved so that their median is the estimate. For estimators that look at the bags they
 * were fitted to: a bag that comes twice in a resample is known even better, so their replicates
 * lie off by that, all in the same direction.
 */
export function recentred(replicates: Float64Array, estimate: number): Float64Array {
  const middle = quantile(replicates, 0.5);
  return replicates.map((value) => estimate + (value - middle));
}
