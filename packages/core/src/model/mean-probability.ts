import { exp } from "../base/portable-math.js";
import { type MonotoneCalibration, probabilityOf } from "./calibration.js";

/** The largest shift of the log-odds, which no share of bags exceeds. */
const FURTHEST = 64;
const HALVINGS = 80;

/**
 * The calibration through points with these log-odds, all shifted together so that the mean probability of the sample of
 * p(X) is the prior, as for true probabilities. Costs 80 passes over the sample.
 */
export function withMeanProbability(
  { scores, logOdds }: { readonly scores: readonly number[]; readonly logOdds: readonly number[] },
  sample: Float64Array,
  prior: number,
): MonotoneCalibration {
  const moved = (by: number) => ({ scores, probabilities: logOdds.map((odds) => 1 / (1 + exp(-(odds + by)))) });
  let [low, high] = [-FURTHEST, FURTHEST];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    const calibration = moved(middle);
    const mean = sample.reduce((sum, score) => sum + probabilityOf(calibration, score), 0) / sample.length;
    if (mean < prior) low = middle;
    else high = middle;
  }
  return moved((low + high) / 2);
}
