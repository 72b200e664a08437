import { matrix } from "../linalg/matrix.js";
import { solveLogistic } from "../solver/logistic.js";
import { prepare } from "../solver/prepare.js";
import { constantCalibration, type SigmoidCalibration } from "./calibration.js";

/** A small penalty, so that perfectly separated scores keep a finite slope. */
const LAMBDA = 1e-3;
/** As for `solve`, whose other losses and proofs a page that calibrates need not load. */
const LIMITS = { tolerance: 1e-12, accept: 1e-8, maxIterations: 100 };

/**
 * Fits a sigmoid from scores to probabilities, using the scores of held-out positive and unlabeled
 * bags and the prior. It is logistic regression on the score under the PU-SKC risk with the
 * logistic loss, -prior mean_P[z] + mean_U[log(1 + e^z)]. If a higher score does not mean a higher
 * probability, the slope is 0 and every bag gets the prior.
 */
export function calibrate(
  positive: Float64Array,
  unlabeled: Float64Array,
  { prior }: { prior: number },
): SigmoidCalibration {
  const { mean, sd } = momentsOf(unlabeled);
  const constant = constantCalibration(prior);
  if (!(sd > 0 && sd < Infinity)) return constant;
  const standard = (scores: Float64Array) =>
    matrix(
      scores.length,
      1,
      scores.map((score) => (score - mean) / sd),
    );
  // One number a bag: a system of one unknown, however many bags there are.
  const prepared = prepare(standard(positive), standard(unlabeled), { prior, reduceTo: "features" });
  if (!(prepared.finite && prior > 0 && prior < 1)) return constant;
  const { alpha, certificate } = solveLogistic(prepared, LAMBDA, LIMITS);
  const slope = alpha[0] / sd;
  if (!(slope > 0 && slope < Infinity)) return constant;
  return { slope, intercept: certificate.b - slope * mean };
}

function momentsOf(values: Float64Array): { mean: number; sd: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / values.length;
  return { mean, sd: Math.sqrt(variance) };
}
