import { bagScores, countsOf, type GivenScores } from "../../scores/bag-scores.js";
import { BELIEF_GRID, type PriorBelief } from "../../scores/prior-belief.js";
import { shareAmongUnlabeled } from "../../scores/scenario.js";
import { type PriorEvidence, withEvidence } from "../belief/belief.js";
import { type Trust, trusted } from "../belief/trust.js";
import { mixtureJoint } from "./joint-likelihood.js";
import { withLookalikes } from "./lookalikes.js";
import { mixtureParameters, NO_SEPARATION } from "./parameters.js";
import { mixtureLink, type ScoreLink } from "./score-link.js";
import { type DistinctShares, type StandardScores, standardScores } from "./standard-scores.js";

export type { ScoreLink } from "./score-link.js";

/** What held-out scores say about the prior, and about a bag with a given score. */
export interface ScoreMixture extends PriorEvidence {
  /** The belief after the scores were seen. A point is exact and does not change. */
  posterior(belief: PriorBelief): PriorBelief;
  /**
   * The log-odds that a bag with a given raw score is positive, for this belief before the scores
   * were seen. For a point, only the distributions of the scores are averaged over.
   */
  link(belief: PriorBelief): ScoreLink;
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
}

const USELESS = {
  "no-positive": "no labelled bag has a held-out score",
  "no-unlabeled": "no unlabeled bag has a held-out score",
  "all-equal": "all unlabeled bags have the same held-out score",
} as const;

/**
 * A Bayesian mixture model of held-out scores. Scores of positive bags are N(m_P, v_P), scores of
 * negative bags N(m_N, v_N) with m_N < m_P, and unlabeled bags are pi of the former and 1 - pi of
 * the latter. None of this is known, so all of it is averaged over: 750 pairs of distributions
 * around what the labelled bags show, 200 values of the prior, and both together for a decision. What
 * the scores say about the prior also allows for negatives that look like positives
 * (`withLookalikes`).
 *
 * If the scores of positive and unlabeled bags do not differ, either the prior is near 1 or the
 * scores do not separate the classes. Some separation is always considered more likely than none,
 * so with more bags the belief slowly moves up (`alikeNotes` of the learner warns).
 *
 * Scores that are not finite are left out. If no labelled or no unlabeled score is left, or if all
 * unlabeled scores are equal, nothing is learned: the likelihood is flat, the log-odds are those of
 * the prior, and a note says so. Raw scores may have any unit and origin. Costs 41 x 750
 * likelihoods, from which the 200 values are interpolated: about 20 ms for 180 unlabeled bags after
 * compilation, growing with the logarithm of their number.
 */
export function scoreMixture(
  given: GivenScores,
  { distinct, trust = "full", instead }: ScoreMixtureOptions = {},
): ScoreMixture {
  const held = bagScores(given);
  const counts = countsOf(held);
  const scores = standardScores(held, distinct);
  const shareOf = (pi: number) => shareAmongUnlabeled(counts, held.scenario, pi);
  const parameters = scores.useless === null ? mixtureParameters(scores) : NO_SEPARATION;
  const jointAt = (points: readonly number[]) =>
    mixtureJoint(parameters, scores.counts, { shares: points.map(shareOf), distinct: scores.distinct.unlabeled });
  const { logLikelihood: found, weights } = jointAt(BELIEF_GRID);
  // Equal distributions give every prior the same likelihood, up to rounding.
  const own = scores.useless === null ? withLookalikes(found) : found.map(() => 0);
  const logLikelihood = instead ?? trusted(own, trust);
  const evidence = { logLikelihood, notes: notesOn(scores) };
  const posterior = (belief: PriorBelief) => (belief.points.length === 1 ? belief : withEvidence(belief, evidence));
  const link = (belief: PriorBelief) => {
    if (belief.points.length === 1) {
      const exact = jointAt(belief.points).weights;
      return mixtureLink(scores, parameters, { posterior: belief, weights: exact, rowOf: () => 0 });
    }
    const rows = BELIEF_GRID.length;
    const rowOf = (i: number) => Math.min(rows - 1, Math.floor(belief.points[i] * rows));
    return mixtureLink(scores, parameters, { posterior: posterior(belief), weights, rowOf });
  };
  return { ...evidence, posterior, link };
}

function notesOn({ useless }: StandardScores): PriorEvidence["notes"] {
  if (useless === null) return [];
  return [{ code: "prior-no-evidence", message: `${USELESS[useless]}, so the scores say nothing about the prior` }];
}
