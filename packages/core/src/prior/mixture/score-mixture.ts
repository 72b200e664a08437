import { exp, log } from "../../base/portable-math.js";
import { type BagScores, bagScores, countsOf, type GivenScores } from "../../scores/bag-scores.js";
import { BELIEF_GRID, type PriorBelief } from "../../scores/prior-belief.js";
import { shareAmongUnlabeled } from "../../scores/scenario.js";
import { doubtOf, separationOf } from "../../scores/separation.js";
import { type PriorEvidence, startingBelief, withEvidence } from "../belief/belief.js";
import { type Trust, trusted } from "../belief/trust.js";
import { type DecisionWorth, decisionWorth } from "./decision-worth.js";
import { mixtureJoint } from "./joint-likelihood.js";
import {
  gridPlace,
  LOOKALIKES,
  lookingPositive,
  overLookalikes,
  overLookalikesAt,
  withLookalikes,
} from "./lookalikes.js";
import { mixtureParameters, NO_SEPARATION } from "./parameters.js";
import { type LookingShare, looksPositive, mixtureLink, type ScoreLink } from "./score-link.js";
import {
  binMiddle,
  type DistinctShares,
  type StandardScores,
  standardScores,
  usableScores,
} from "./standard-scores.js";

export type { ScoreLink } from "./score-link.js";

/** What held-out scores say about the prior, and about a bag with a given score. */
export interface ScoreMixture extends PriorEvidence {
  /** The probability that the scores tell nothing, neither about the prior nor about a bag. */
  readonly doubt: number;
  /** The belief after the scores were seen. A point is exact and does not change. */
  posterior(belief: PriorBelief): PriorBelief;
  /**
   * The log-odds that a bag with a given raw score is positive, for this belief before the scores
   * were seen. For a point, only the distributions of the scores are averaged over.
   */
  link(belief: PriorBelief): ScoreLink;
  /** What answers about the unlabeled bags are worth for this belief before the scores were seen; null if it is exact. */
  worth(belief: PriorBelief): DecisionWorth | null;
}

export interface ScoreMixtureOptions {
  /** Default: no bag is a copy. */
  readonly distinct?: DistinctShares | undefined;
  /** How far to trust the scores about the prior. Default "full". */
  readonly trust?: Trust | undefined;
  /**
   * The log-likelihood of the prior from elsewhere, at every point of BELIEF_GRID. It replaces what
   * the scores say about the prior, and not what they say about a bag. Default none.
   */
  readonly instead?: Float64Array | undefined;
  /** The probability that the scores tell nothing, from 0 to 1. Default: by whether positive bags stand out. */
  readonly doubt?: number | undefined;
}

const USELESS = {
  "no-positive": "no labelled bag has a held-out score",
  "no-unlabeled": "no unlabeled bag has a held-out score",
  "all-equal": "all unlabeled bags have the same held-out score",
} as const;

/**
 * A Bayesian mixture model of held-out scores. Scores of positive bags are N(m_P, v_P), scores of
 * most negative bags N(m_N, v_N) with m_N < m_P, some negatives score like positives (`LOOKALIKES`), and
 * unlabeled bags are pi of the former and 1 - pi of the latter. None of this is known, so all of it is averaged over:
 * 750 pairs of distributions around what the labelled bags show, 200 values of the prior, 11 shares of look-alikes, and
 * all together for a decision. So what scores say about the prior and about a bag is one model.
 *
 * The scores may also tell nothing. That has the probability `doubt`: 1 if positive bags do not stand out beyond chance,
 * and else what their p allows at least (`doubtOf`). Then every prior is as likely as before, and every bag has the
 * prior as its probability.
 *
 * Scores that are not finite are left out. If no labelled or no unlabeled score is left, or if all
 * unlabeled scores are equal, nothing is learned: the likelihood is flat, the log-odds are those of
 * the prior, and a note says so. Raw scores may have any unit and origin. Costs 41 x 750
 * likelihoods, from which the 200 values are interpolated: about 20 ms for 180 unlabeled bags after
 * compilation, growing with the logarithm of their number.
 */
export function scoreMixture(given: GivenScores, options: ScoreMixtureOptions = {}): ScoreMixture {
  const { distinct, trust = "full", instead } = options;
  const held = bagScores(given);
  const counts = countsOf(held);
  const scores = standardScores(held, distinct);
  const doubt = scores.useless === null ? (options.doubt ?? doubtAbout(held)) : 0;
  const shareOf = (pi: number) => shareAmongUnlabeled(counts, held.scenario, pi);
  const parameters = scores.useless === null ? mixtureParameters(scores) : NO_SEPARATION;
  const jointAt = (points: readonly number[]) =>
    mixtureJoint(parameters, scores.counts, { shares: points.map(shareOf), distinct: scores.distinct.unlabeled });
  const { logLikelihood: found, weights } = jointAt(BELIEF_GRID);
  // Equal distributions give every prior the same likelihood, up to rounding.
  const looking = scores.useless === null ? found : found.map(() => 0);
  const told = trusted(withLookalikes(looking), trust);
  const evidence = { logLikelihood: instead ?? doubted(told, doubt), notes: notesOn(scores) };
  const posterior = (belief: PriorBelief) => (belief.points.length === 1 ? belief : withEvidence(belief, evidence));
  const link = (start: PriorBelief) => {
    const without = instead === undefined ? start : posterior(start);
    if (start.points.length > 1) {
      const belief = instead === undefined ? withEvidence(start, { logLikelihood: told, notes: [] }) : without;
      return mixtureLink(scores, parameters, {
        shares: sharesOnGrid(belief, looking),
        weights,
        without,
        doubt,
      });
    }
    const [pi] = start.points;
    const points = LOOKALIKES.map(({ share }) => lookingPositive(pi, share));
    const exact = jointAt(points);
    const ofPoints = overLookalikes(scores.useless === null ? Array.from(exact.logLikelihood) : points.map(() => 0));
    const shares = points.map((point, row) => ({
      looking: point,
      row,
      truly: [{ part: pi / point, weight: ofPoints.weights[row] }],
    }));
    return mixtureLink(scores, parameters, { shares, weights: exact.weights, without, doubt });
  };
  const worth = (start: PriorBelief) => {
    if (start.points.length === 1 || scores.useless !== null) return null;
    const belief = coarse(posterior(start));
    const bins = [...scores.counts.keys()].filter((bin) => scores.counts[bin] > 0);
    const looks = COARSE_GRID.map((looking, g) => {
      const row = Math.floor((g + 0.5) * COARSE) * parameters.size;
      const own = weights.subarray(row, row + parameters.size);
      return bins.map((bin) => looksPositive(parameters, own, { looking, score: binMiddle(bin) }));
    });
    const probabilities = belief.points.flatMap((pi) => {
      const { weights: ofLookalikes } = overLookalikesAt(looking, pi);
      const terms = LOOKALIKES.map(({ share }, k) => {
        const s = lookingPositive(pi, share);
        return { ...gridPlace(s, COARSE_GRID.length), weight: (ofLookalikes[k] * pi) / s };
      });
      return bins.map((_, x) => {
        const told = terms.reduce(
          (sum, { below, part, weight }) => sum + weight * (looks[below][x] * (1 - part) + looks[below + 1][x] * part),
          0,
        );
        return (1 - doubt) * told + doubt * pi;
      });
    });
    return decisionWorth({
      belief,
      counts: bins.map((bin) => scores.counts[bin]),
      probabilities: Float64Array.from(probabilities),
      shares: belief.points.map(shareOf),
    });
  };
  return { ...evidence, doubt, posterior, link, worth };
}

/** How likely it is that scores tell nothing: surely if positive bags do not stand out beyond chance. */
function doubtAbout(held: BagScores): number {
  const separation = separationOf(usableScores(held));
  if (separation === null) return 0;
  return separation.apart ? doubtOf(separation.p) : 1;
}

/** So many points of BELIEF_GRID are one for what decisions are worth. */
const COARSE = 5;
const COARSE_GRID = Array.from(
  { length: BELIEF_GRID.length / COARSE },
  (_, g) => ((g + 0.5) * COARSE) / BELIEF_GRID.length,
);

function coarse({ points, weights }: PriorBelief): PriorBelief {
  const sums = new Float64Array(COARSE_GRID.length);
  for (const [i, pi] of points.entries()) sums[Math.floor(pi * COARSE_GRID.length)] += weights[i];
  const used = [...sums.keys()].filter((g) => sums[g] > 0);
  return { points: used.map((g) => COARSE_GRID[g]), weights: used.map((g) => sums[g]) };
}

/** What may look positive under a belief, on BELIEF_GRID: a share between two points counts for both. */
function sharesOnGrid({ points, weights }: PriorBelief, logLikelihood: Float64Array): LookingShare[] {
  const truly: { part: number; weight: number }[][] = BELIEF_GRID.map(() => []);
  for (const [i, pi] of points.entries()) {
    if (weights[i] === 0) continue;
    const { weights: ofLookalikes } = overLookalikesAt(logLikelihood, pi);
    for (const [k, { share }] of LOOKALIKES.entries()) {
      const looking = lookingPositive(pi, share);
      const { below, part } = gridPlace(looking);
      const weight = weights[i] * ofLookalikes[k];
      if (part < 1) truly[below].push({ part: pi / looking, weight: weight * (1 - part) });
      if (part > 0) truly[below + 1].push({ part: pi / looking, weight: weight * part });
    }
  }
  return BELIEF_GRID.map((looking, row) => ({ looking, row, truly: truly[row] })).filter(
    (share) => share.truly.length > 0,
  );
}

/**
 * The likelihood of the prior if scores tell nothing with this probability: (1 - doubt) L / mean(L) + doubt, with the mean
 * over the starting belief.
 */
function doubted(logLikelihood: Float64Array, doubt: number): Float64Array {
  if (doubt === 0) return logLikelihood;
  const likelihood = logLikelihood.map(exp);
  const mean = startingBelief().weights.reduce((sum, weight, i) => sum + weight * likelihood[i], 0);
  return likelihood.map((value) => log(((1 - doubt) * value) / mean + doubt));
}

function notesOn({ useless }: StandardScores): PriorEvidence["notes"] {
  if (useless === null) return [];
  return [{ code: "prior-no-evidence", message: `${USELESS[useless]}, so the scores say nothing about the prior` }];
}
