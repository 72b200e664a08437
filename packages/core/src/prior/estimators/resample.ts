import { random } from "../../base/random.js";
import type { Scored } from "../../statistics/monotone-ratio.js";
import { quantile } from "../../statistics/quantile.js";
import type { PriorFinding } from "./method.js";
import type { PriorProblem } from "./problem.js";
import { bootstrapCounts, type SampleWeights, weightsOf } from "./weights.js";

/** Keeps resampling independent of the draws of folds and centres, which use the seed itself. */
const STREAM = 0x5eed;

/** `estimate` on `count` bootstrap samples, which are the same for every estimator of a problem. */
export function bootstrapEstimates(
  problem: PriorProblem,
  count: number,
  estimate: (weights: SampleWeights) => number,
): Float64Array {
  return Float64Array.from(samplesOf(problem, count), estimate);
}

/** What an estimator finds that looks at nothing but scores. */
export function findByScores(
  problem: PriorProblem,
  estimate: (problem: PriorProblem, scores: Scored, weights: SampleWeights) => number,
): PriorFinding {
  const scores = problem.scores();
  return {
    raw: estimate(problem, scores.bags, weightsOf(problem)),
    replicates: (count) =>
      bootstrapEstimates(problem, count, (weights) => estimate(problem, scores.on(weights), weights)),
  };
}

/** The samples drawn so far, so that estimators can share what they fit to a sample. */
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
 * Shifts replicates so that their median is the estimate: a bag that occurs twice in a resample is
 * fitted even better, which shifts all replicates in the same direction.
 */
export function recentred(replicates: Float64Array, estimate: number): Float64Array {
  const middle = quantile(replicates, 0.5);
  return replicates.map((value) => estimate + (value - middle));
}
