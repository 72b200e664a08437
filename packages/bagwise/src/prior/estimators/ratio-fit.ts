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
  for (let f = 0; f < folds; f++) {
    const training = sum(
      parts.filter((_, g) => folds === 1 || g !== f),
      phi.cols,
    );
    if (!(training.mixtureWeight > 0 && training.positiveWeight > 0)) continue;
    const { covariance, mean, direction } = centred(training);
    for (const [k, lambda] of lambdas.entries()) {
      const coefficients = solve(covariance, features.between, direction, lambda);
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

function sum(parts: readonly Moments[], size: number): Moments {
  const second = matrix(size, size);
  const mixture = new Float64Array(size);
  const positive = new Float64Array(size);
  for (const part of parts) {
    addTo(second.data, part.second.data);
    addTo(mixture, part.mixture);
    addTo(positive, part.positive);
  }
  const mixtureWeight = parts.reduce((sum, part) => sum + part.mixtureWeight, 0);
  const positiveWeight = parts.reduce((sum, part) => sum + part.positiveWeight, 0);
  return { second, mixture, positive, mixtureWeight, positiveWeight };
}

function addTo(target: Float64Array, values: Float64Array): void {
  for (let i = 0; i < target.length; i++) target[i] += values[i];
}

function centred(moments: Moments): { covariance: Matrix; mean: Float64Array; direction: Float64Array } {
  const size = moments.mixture.length;
  const mean = moments.mixture.map((value) => value / moments.mixtureWeight);
  const direction = moments.positive.map((value, m) => value / moments.positiveWeight - mean[m]);
  const covariance = matrix(size, size);
  for (let i = 0, at = 0; i < size; i++) {
    for (let j = 0; j < size; j++, at++) {
      covariance.data[at] = moments.second.data[at] / moments.mixtureWeight - mean[i] * mean[j];
    }
  }
  return { covariance, mean, direction };
}

function solve(covariance: Matrix, between: Matrix, direction: Float64Array, lambda: number): Float64Array {
  const system = matrix(covariance.rows, covariance.cols);
  for (let i = 0; i < system.data.length; i++) {
    system.data[i] = covariance.data[i] + lambda * between.data[i];
  }
  const diagonal = new Float64Array(system.rows).fill(lambda * JITTER);
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
