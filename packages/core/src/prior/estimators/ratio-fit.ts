import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { Features } from "./features.js";
import type { PriorProblem } from "./problem.js";
import { type SampleWeights, total } from "./weights.js";

/** Added to the diagonal of the penalty, so that identical centres do no harm. */
const JITTER = 1e-6;

type Moments = ReturnType<typeof momentsOf>;

/**
 * r = p(X | +1) / p(X) of every bag, by a fit that has not seen its fold, for each lambda: r = 1 +
 * a'(phi - mean phi) minimises mean r^2 / 2 over the mixture - mean r over the positives + lambda/2
 * |f|^2 (least-squares importance fitting, Kanamori et al. 2009). Its mean over the mixture is 1.
 * One Cholesky factorisation for each fold and lambda. Bags of weight 0 are scored too; r is 1 if a
 * training part has no positive or no mixture bag.
 */
export function crossFittedRatio(
  { fold, folds }: Pick<PriorProblem, "fold" | "folds">,
  features: Features,
  weights: SampleWeights,
  lambdas: readonly number[],
): Float64Array[] {
  const { phi } = features;
  const parts = Array.from({ length: folds }, (_, f) => momentsOf(phi, weights, fold, f));
  const scores = lambdas.map(() => new Float64Array(phi.rows).fill(1));
  // A resample has a fit for each fold, and there are hundreds: the matrices are used again.
  const covariance = matrix(phi.cols, phi.cols);
  const system = matrix(phi.cols, phi.cols);
  for (let f = 0; f < folds; f++) {
    const training = sum(
      parts.filter((_, g) => folds === 1 || g !== f),
      covariance,
    );
    if (!(training.mixtureWeight > 0 && training.positiveWeight > 0)) continue;
    const { mean, direction } = centre(training);
    for (const [k, lambda] of lambdas.entries()) {
      const coefficients = solve(covariance, features.between, direction, lambda, system);
      score(phi, fold, f, coefficients, mean, scores[k]);
    }
  }
  return scores;
}

/** Second moments of the mixture and first moments of both samples in a fold, as sums. */
function momentsOf(phi: Matrix, weights: SampleWeights, fold: Uint8Array, f: number) {
  const la = linearAlgebra();
  const inFold = (values: Float64Array) => values.map((value, i) => (fold[i] === f ? value : 0));
  const mixture = inFold(weights.mixture);
  const positive = inFold(weights.positive);
  return {
    second: la.weightedSyrk(phi, mixture),
    mixture: la.gemvT(phi, mixture),
    positive: la.gemvT(phi, positive),
    mixtureWeight: total(mixture),
    positiveWeight: total(positive),
  };
}

/**
 * The sum of some moments. That of the second ones is written to `second`, and only its lower triangle, which is all
 * that a factorisation reads.
 */
function sum(parts: readonly Moments[], second: Matrix): Moments {
  const size = second.rows;
  const mixture = new Float64Array(size);
  const positive = new Float64Array(size);
  second.data.fill(0);
  for (const part of parts) {
    for (let i = 0; i < size; i++) addTo(second.data, part.second.data, i * size, i * size + i + 1);
    addTo(mixture, part.mixture, 0, size);
    addTo(positive, part.positive, 0, size);
  }
  const mixtureWeight = parts.reduce((sum, part) => sum + part.mixtureWeight, 0);
  const positiveWeight = parts.reduce((sum, part) => sum + part.positiveWeight, 0);
  return { second, mixture, positive, mixtureWeight, positiveWeight };
}

function addTo(target: Float64Array, values: Float64Array, start: number, end: number): void {
  for (let i = start; i < end; i++) target[i] += values[i];
}

/** Turns the second moments into the covariance, in place. */
function centre(moments: Moments): { mean: Float64Array; direction: Float64Array } {
  const size = moments.mixture.length;
  const { data } = moments.second;
  const mean = moments.mixture.map((value) => value / moments.mixtureWeight);
  const direction = moments.positive.map((value, m) => value / moments.positiveWeight - mean[m]);
  for (let i = 0; i < size; i++)
    for (let j = 0, at = i * size; j <= i; j++, at++) data[at] = data[at] / moments.mixtureWeight - mean[i] * mean[j];
  return { mean, direction };
}

function solve(
  covariance: Matrix,
  between: Matrix,
  direction: Float64Array,
  lambda: number,
  system: Matrix,
): Float64Array {
  const size = system.rows;
  for (let i = 0; i < size; i++)
    for (let j = 0, at = i * size; j <= i; j++, at++) system.data[at] = covariance.data[at] + lambda * between.data[at];
  const diagonal = new Float64Array(size).fill(lambda * JITTER);
  return linearAlgebra().cholesky(system, { diagonal, replacePivots: true }).solve(direction);
}

function score(
  { rows, cols, data }: Matrix,
  fold: Uint8Array,
  f: number,
  coefficients: Float64Array,
  mean: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < rows; i++) {
    if (fold[i] !== f) continue;
    let value = 1;
    for (let m = 0, at = i * cols; m < cols; m++, at++) value += coefficients[m] * (data[at] - mean[m]);
    out[i] = value;
  }
}
