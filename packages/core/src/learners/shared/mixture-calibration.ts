import { exp } from "../../base/portable-math.js";
import { type Calibration, constantCalibration } from "../../model/calibration.js";
import { withMeanProbability } from "../../model/mean-probability.js";
import { beliefExpectation } from "../../prior/belief/belief.js";
import type { ProbabilityRanges } from "../../prior/belief/probability-ranges.js";
import type { Trust } from "../../prior/belief/trust.js";
import { scoreMixture } from "../../prior/mixture/score-mixture.js";
import type { Link } from "../../scorers/link.js";
import { type BagScores, sampleOf } from "../../scores/bag-scores.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { doubtOf, type Separation } from "../../scores/separation.js";

/** How scores become probabilities, and where those may lie. */
export interface MixtureCalibration {
  readonly calibration: Calibration;
  readonly ranges: ProbabilityRanges;
}

/** What is known besides the scores. */
export interface CalibrateBy {
  /** What is believed about the prior. A point is exact. */
  readonly start: PriorBelief;
  /** How far the scores may change that. Of what they say about a bag this is independent. */
  readonly trust: Trust;
  /** Whether positive bags stand out, if it was tested in a better unit. Default: by these scores. */
  readonly separation?: Separation | null | undefined;
}

/** The probability rises at most by this from one point to the next, so that straight lines between are as good. */
const STEP = 0.02;

/**
 * Probabilities by the mixture of held-out scores: negatives that look like positives count, as for `auto`. If nothing
 * separates these scores, every bag gets the mean of what is believed about the prior without them. A prior that is
 * exact is the mean of p over the sample, as with every other method of calibration, however odd the scores of a method
 * are distributed. Costs a mixture and its link, some 50 ms, and for an exact prior 80 passes over the sample.
 */
export function mixtureCalibration(held: BagScores, { start, trust, separation }: CalibrateBy): MixtureCalibration {
  const doubt = separation == null ? undefined : separation.apart ? doubtOf(separation.p) : 1;
  const mixture = scoreMixture(held, { distinct: distinctShares(held), trust, doubt });
  const { ranges, ...link } = mixture.link(start);
  if (mixture.doubt === 1) return { calibration: constantCalibration(beliefExpectation(start, (pi) => pi)), ranges };
  const { scores, logOdds } = pointsOf(link);
  const [pi] = start.points;
  const calibration =
    start.points.length === 1
      ? withMeanProbability({ scores, logOdds }, sampleOf(held), pi)
      : { scores, probabilities: logOdds.map(probability) };
  return { calibration, ranges };
}

/** The share of the bags of each kind that is left when copies, or bags of one group, count once. */
function distinctShares({ positive, unlabeled, negative, clusters, hashes }: BagScores) {
  const same = clusters ?? hashes;
  let at = 0;
  const shareOf = ({ length }: Float64Array) => {
    const own = same?.subarray(at, at + length);
    at += length;
    return own === undefined || length === 0 ? 1 : new Set(own).size / length;
  };
  return { positive: shareOf(positive), unlabeled: shareOf(unlabeled), negative: shareOf(negative) };
}

/** The points of a link, with more where probabilities rise steeply. */
function pointsOf({ knots, values }: Link): { scores: number[]; logOdds: number[] } {
  const [scores, logOdds] = [[knots[0]], [values[0]]];
  for (let k = 1; k < knots.length; k++) {
    const pieces = Math.max(1, Math.ceil((probability(values[k]) - probability(values[k - 1])) / STEP));
    for (let piece = 1; piece <= pieces; piece++) {
      const part = piece / pieces;
      const between = (ends: Float64Array) => (part < 1 ? ends[k - 1] + part * (ends[k] - ends[k - 1]) : ends[k]);
      // Rounding may bring neighbours together.
      if (between(knots) <= scores[scores.length - 1]) continue;
      scores.push(between(knots));
      logOdds.push(Math.max(between(values), logOdds[logOdds.length - 1]));
    }
  }
  return { scores, logOdds };
}

function probability(logOdds: number): number {
  return 1 / (1 + exp(-logOdds));
}
