import { type Random, random } from "../../base/random.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { quantile } from "../../statistics/quantile.js";
import { inverseRoots } from "./features.js";
import { kernelMeanPrior } from "./kernel-mean.js";
import type { PriorMethod } from "./method.js";
import type { PriorProblem } from "./problem.js";
import { bootstrapEstimates, recentred } from "./resample.js";
import { type SampleWeights, weightsOf } from "./weights.js";

/** The most bags for the estimate: its time grows with their square. */
const MOST = 1000;
/** The number of bags in a subsample for the interval, and the most subsamples. */
const SUBSAMPLE = 250;
const MOST_SUBSAMPLES = 50;
const STREAM = 0x6b6d;

/**
 * KM2: kernel mean embedding (Ramaswamy, Scott and Tewari 2016) on the Gram matrix normalised to
 * k(X, X) = 1. Too small for priors near 1, where the two means are closer than the noise. Solves
 * nine quadratic programs over the simplex, on at most 1,000 bags. Interval: the bootstrap up to
 * 300 bags, beyond that 50 subsamples of 250 bags, their deviations scaled by the root of the ratio
 * of sizes.
 */
export const km2: PriorMethod = {
  name: "km2",
  title: "kernel mean embedding, KM2",
  help: "the largest share of the positives' kernel mean that the mean of the unlabeled bags can contain",
  needs: "normalised gram",
  find(problem) {
    const drawn = Math.min(MOST, problem.gram.rows);
    const raw = onDrawn(problem, weightsOf(problem, drawCounts(problem, drawn, generatorOf(problem))));
    if (problem.refits) {
      const on = (weights: SampleWeights) => onDrawn(problem, weights);
      const replicates = (count: number) => recentred(bootstrapEstimates(problem, count, on), raw);
      return { raw, replicates };
    }
    const replicates = (count: number) => subsampled(problem, raw, Math.sqrt(SUBSAMPLE / drawn), count);
    return { raw, replicates, interval: "subsampled" };
  },
};

/** The estimate on a resample; the convex hull is that of the drawn bags. */
function onDrawn(problem: PriorProblem, weights: SampleWeights): number {
  const drawn = Array.from(weights.mixture.keys()).filter((i) => weights.positive[i] > 0 || weights.mixture[i] > 0);
  const pick = (values: Float64Array) => Float64Array.from(drawn, (i) => values[i]);
  const chosen = { positive: pick(weights.positive), mixture: pick(weights.mixture) };
  return kernelMeanPrior(unitGram(problem.gram, drawn), chosen);
}

/** `count` values around `raw`; after 50 the subsamples repeat. */
function subsampled(problem: PriorProblem, raw: number, factor: number, count: number): Float64Array {
  const generator = generatorOf(problem).fork();
  const values = Float64Array.from({ length: Math.min(count, MOST_SUBSAMPLES) }, () =>
    onDrawn(problem, weightsOf(problem, drawCounts(problem, SUBSAMPLE, generator))),
  );
  const middle = quantile(values, 0.5);
  return Float64Array.from({ length: count }, (_, k) => raw + (values[k % values.length] - middle) * factor);
}

/** 1 for each bag of a draw without replacement of about `size` bags, both kinds in proportion. */
function drawCounts({ positives, unlabeled }: PriorProblem, size: number, generator: Random): Float64Array {
  const rate = size / (positives + unlabeled);
  const counts = new Float64Array(positives + unlabeled);
  for (const i of generator.sample(positives, Math.max(1, Math.round(rate * positives)))) counts[i] = 1;
  for (const i of generator.sample(unlabeled, Math.max(1, Math.round(rate * unlabeled)))) counts[positives + i] = 1;
  return counts;
}

function generatorOf({ seed }: PriorProblem): Random {
  return random((seed ^ STREAM) >>> 0);
}

/** The chosen rows and columns, divided by the roots of both self-similarities. */
function unitGram(gram: Matrix, chosen: readonly number[]): Matrix {
  const scale = inverseRoots(gram);
  const result = matrix(chosen.length, chosen.length);
  for (const [a, i] of chosen.entries()) {
    const from = i * gram.cols;
    for (const [b, j] of chosen.entries()) {
      result.data[a * chosen.length + b] = gram.data[from + j] * scale[i] * scale[j];
    }
  }
  return result;
}
