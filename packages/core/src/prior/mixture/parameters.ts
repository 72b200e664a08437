import { exp, log } from "../../base/portable-math.js";
import type { StandardScores } from "./standard-scores.js";

/**
 * The expected separation of the classes in standard deviations: the scale of its half-normal
 * distribution.
 */
const EFFECT = 0.8;
/** The expected difference of the variances: the standard deviation of log(v_N / v_P). */
const RATIO_SD = 0.2;
/**
 * Values of the separation, closer together where it is small. Each stands for the range up to the
 * midpoints to its neighbours.
 */
const SEPARATIONS = [0.1, 0.3, 0.5, 0.75, 1, 1.3, 1.65, 2.1, 2.7, 3.4] as const;
/** Values of log(v_N / v_P). */
const LOG_RATIOS = [-0.4, -0.2, 0, 0.2, 0.4] as const;
/** Values of the mean of the positives, in standard errors from the observed one. */
const MEAN_STEPS = [-1.5, -0.75, 0, 0.75, 1.5] as const;
/** Values of the log variance of the positives, in standard errors from the observed one. */
const VARIANCE_STEPS = [-1, 0, 1] as const;
/**
 * The variance of the positives is shrunk towards that of the unlabeled scores, which is 1, as if
 * this many positives had shown it.
 */
const SHRINK = 3;
/** The smallest variance of the positives. */
const LEAST_VARIANCE = 0.1;
/** The smallest standard deviation for the standard error of the mean. */
const LEAST_SD = 0.3;

/**
 * Pairs of normal distributions, one for positive and one for negative bags, with the belief in
 * each pair before the unlabeled scores are seen.
 */
export interface MixtureParameters {
  readonly size: number;
  readonly meanP: Float64Array;
  readonly varianceP: Float64Array;
  readonly meanN: Float64Array;
  readonly varianceN: Float64Array;
  /** The log weight, up to a constant. */
  readonly logWeight: Float64Array;
}

/** One pair of equal distributions: scores that say nothing. */
export const NO_SEPARATION: MixtureParameters = {
  size: 1,
  meanP: Float64Array.of(0),
  varianceP: Float64Array.of(1),
  meanN: Float64Array.of(0),
  varianceN: Float64Array.of(1),
  logWeight: Float64Array.of(0),
};

/**
 * The 750 pairs of distributions to average over. Mean and variance of the positives lie around the
 * observed ones. The mean of the negatives lies below by a separation of (m_P - m_N) / sqrt((v_P +
 * v_N) / 2), and their variance is nearly the same. Known negatives weigh each pair by their
 * likelihood. A single positive gets the variance of the unlabeled scores.
 */
export function mixtureParameters({ positive, negative, distinct }: StandardScores): MixtureParameters {
  const n = positive.length;
  const effective = Math.max(n * distinct.positive, 1);
  const mean = positive.reduce((sum, score) => sum + score, 0) / n;
  const variance = n > 1 ? positive.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (n - 1) : 1;
  const error = Math.max(Math.sqrt(variance), LEAST_SD) / Math.sqrt(effective);
  const logVariance = log(Math.max((n * variance + SHRINK) / (n + SHRINK), LEAST_VARIANCE));
  const logError = Math.sqrt(2 / (effective + SHRINK));
  const size = MEAN_STEPS.length * VARIANCE_STEPS.length * SEPARATIONS.length * LOG_RATIOS.length;
  const [meanP, varianceP, meanN, varianceN, logWeight] = Array.from({ length: 5 }, () => new Float64Array(size));
  const logGaps = gaps(SEPARATIONS).map(log);
  let at = 0;
  for (const meanStep of MEAN_STEPS) {
    for (const varianceStep of VARIANCE_STEPS) {
      const m = mean + error * meanStep;
      const v = exp(logVariance + logError * varianceStep);
      SEPARATIONS.forEach((separation, k) => {
        for (const logRatio of LOG_RATIOS) {
          meanP[at] = m;
          varianceP[at] = v;
          varianceN[at] = v * exp(logRatio);
          meanN[at] = m - separation * Math.sqrt((v + varianceN[at]) / 2);
          const squares = meanStep ** 2 + varianceStep ** 2 + (separation / EFFECT) ** 2 + (logRatio / RATIO_SD) ** 2;
          logWeight[at] = logGaps[k] - squares / 2 + distinct.negative * logNormal(negative, meanN[at], varianceN[at]);
          at++;
        }
      });
    }
  }
  return { size, meanP, varianceP, meanN, varianceN, logWeight };
}

/** The log-likelihood of scores under a normal distribution, without the constant. */
function logNormal(scores: Float64Array, mean: number, variance: number): number {
  if (scores.length === 0) return 0;
  let squares = 0;
  for (const score of scores) squares += (score - mean) ** 2;
  return -(squares / variance + scores.length * log(variance)) / 2;
}

/**
 * The range that each value stands for: half the distance between its neighbours, or at the ends
 * the distance to the only one.
 */
function gaps(values: readonly number[]): number[] {
  return values.map((value, i) => {
    const [before, after] = [values[i - 1], values[i + 1]];
    if (before === undefined) return after - value;
    return after === undefined ? value - before : (after - before) / 2;
  });
}
