import { log } from "../../base/portable-math.js";
import { calibrate } from "../../model/calibrate.js";
import type { Calibration } from "../../model/calibration.js";
import { allScores, type BagScores } from "../../scores/bag-scores.js";

/**
 * The probabilities of a learner from positive and negative bags without any unlabeled ones, from held-out scores: the
 * labels tell, at the share of positives in the training data; a prior that you state shifts the log-odds. Null with
 * unlabeled bags, because those have probabilities as for every method (`heldOutCalibration`), and without scores.
 */
export function signedCalibration(held: BagScores | null, prior: number | undefined): Calibration | null {
  if (held === null || held.unlabeled.length > 0) return null;
  const { positive, negative } = held;
  const share = positive.length / (positive.length + negative.length);
  const { slope, intercept } = calibrate(positive, allScores(held), { prior: share });
  const shift = prior === undefined ? 0 : logOdds(prior) - logOdds(share);
  return { slope, intercept: intercept + shift };
}

function logOdds(share: number): number {
  return log(share / (1 - share));
}
