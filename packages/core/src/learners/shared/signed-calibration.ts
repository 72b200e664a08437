import { log } from "../../base/portable-math.js";
import { calibrate } from "../../model/calibrate.js";
import type { Calibration } from "../../model/calibration.js";
import { allScores, type BagScores } from "../../scores/bag-scores.js";

/**
 * The probabilities of a learner from positive and negative bags, from held-out scores. With the
 * prior, as for every method. Without unlabeled bags the labels tell, at the share of positives in the
 * training data; a prior that you state shifts the log-odds. Null if nothing tells.
 */
export function signedCalibration(held: BagScores | null, prior: number | undefined): Calibration | null {
  if (held === null) return null;
  const { positive, unlabeled, negative } = held;
  if (unlabeled.length > 0) return prior === undefined ? null : calibrate(positive, unlabeled, { prior });
  const share = positive.length / (positive.length + negative.length);
  const { slope, intercept } = calibrate(positive, allScores(held), { prior: share });
  const shift = prior === undefined ? 0 : logOdds(prior) - logOdds(share);
  return { slope, intercept: intercept + shift };
}

function logOdds(share: number): number {
  return log(share / (1 - share));
}
