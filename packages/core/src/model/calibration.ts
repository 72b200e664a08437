import { exp, log } from "../base/portable-math.js";

/**
 * Maps a score to the probability of being positive: 1 / (1 + exp(-(slope * score + intercept))),
 * with slope at least 0. With `doubt`, this is averaged with the prior.
 */
export interface SigmoidCalibration {
  readonly slope: number;
  readonly intercept: number;
  readonly doubt?: Doubt;
}

/** That scores may say nothing, so that every bag has the prior as its probability. */
interface Doubt {
  /** How likely that is, from 0 to 1. */
  readonly share: number;
  readonly prior: number;
}

/**
 * Maps a score by linear interpolation between these points, and is constant beyond both ends. At
 * least one point.
 */
export interface MonotoneCalibration {
  /** Strictly ascending. */
  readonly scores: readonly number[];
  /** Nondecreasing, within [0, 1], one per score. */
  readonly probabilities: readonly number[];
}

/** Maps a score to the probability of being positive. Never decreases. */
export type Calibration = SigmoidCalibration | MonotoneCalibration;

/** Every bag gets the prior, which is above 0 and below 1, as its probability. */
export function constantCalibration(prior: number): SigmoidCalibration {
  return { slope: 0, intercept: log(prior / (1 - prior)) };
}

/** The probability that a bag with this score is positive: always within [0, 1]. */
export function probabilityOf(calibration: Calibration, score: number): number {
  if ("scores" in calibration) return interpolated(calibration, score);
  const { slope, intercept, doubt } = calibration;
  const probability = 1 / (1 + exp(-(slope * score + intercept)));
  return doubt === undefined ? probability : probability + doubt.share * (doubt.prior - probability);
}

function interpolated({ scores, probabilities }: MonotoneCalibration, score: number): number {
  const last = scores.length - 1;
  if (!(score > scores[0])) return probabilities[0];
  if (score >= scores[last]) return probabilities[last];
  let from = 0;
  for (let to = last; to - from > 1; ) {
    const middle = (from + to) >> 1;
    if (scores[middle] <= score) from = middle;
    else to = middle;
  }
  const [low, high] = [probabilities[from], probabilities[from + 1]];
  const share = (score - scores[from]) / (scores[from + 1] - scores[from]);
  // Rounding must not go below or above the ends.
  return Math.min(high, Math.max(low, low + share * (high - low)));
}

/** Whether the value is a valid calibration. */
export function isCalibration(value: unknown): value is Calibration {
  if (typeof value !== "object" || value === null) return false;
  if (!("scores" in value)) {
    const { slope, intercept, doubt } = value as Partial<SigmoidCalibration>;
    const shares = doubt === undefined ? [] : [doubt?.share, doubt?.prior];
    return [slope, intercept].every(Number.isFinite) && shares.every(isShare);
  }
  const { scores, probabilities } = value as Partial<MonotoneCalibration>;
  if (
    !(
      Array.isArray(scores) &&
      Array.isArray(probabilities) &&
      scores.length > 0 &&
      probabilities.length === scores.length
    )
  )
    return false;
  const climbs = scores.every((score, k) => Number.isFinite(score) && (k === 0 || score > scores[k - 1]));
  return climbs && probabilities.every((share, k) => share >= (k === 0 ? 0 : probabilities[k - 1]) && share <= 1);
}

function isShare(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}
