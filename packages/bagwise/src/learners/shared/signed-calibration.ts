import { calibrate } from "../../model/calibrate.js";
import type { Calibration } from "../../model/calibration.js";
import { allScores, type BagScores } from "../../scores/bag-scores.js";

/**
 * The probabilities of a learner from positive and negative bags, from held-out scores. With the prior, as for every method. Without unlabeled bags, the known negatives and the share of
 * positives in the training data tell.
 */
export function signedCalibration(held: BagScores | null, prior: number | undefined): Calibration | null {
  if (held === null) return null;
  const { positive, unlabeled, negative } = held;
  if (unlabeled.length === 0) {
    const share = positive.length / (positive.length + negative.length);
    return calibrate(positive, allScores(held), { prior: prior ?? share });
  }
  return prior === undefined ? null : calibrate(positive, unlabeled, { prior });
}
