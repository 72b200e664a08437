import { bagScores, countsOf, type GivenScores } from "../../scores/bag-scores.js";
import { BELIEF_GRID, type PriorBelief } from "../../scores/prior-belief.js";
import { shareAmongUnlabeled } from "../../scores/scenario.js";
import { type PriorEvidence, withEvidence } from "../belief/belief.js";
import { mixtureJoint } from "./joint-likelihood.js";
import { mixtureParameters, NO_SEPARATION } from "./parameters.js";
import { mixtureLink, type ScoreLink } from "./score-link.js";
import { type DistinctShares, type StandardScores, standardScores } from "./standard-scores.js";

export type { ScoreLink } from "./score-link.js";

/** What held-out scores tell: of the prior, and of a bag with a given score. */
export interface ScoreMixture extends PriorEvidence {
  /** The belief after the scores were seen. A point is known exactly and stays. */
  posterior(belief: PriorBelief): PriorBelief;
  /**
   * The log-odds that a bag with a given raw score is positive, for what was believed of the prior
   * before the scores were seen. Of a point only the laws of the scores are averaged over.
   */
  link(belief: PriorBelief): ScoreLink;
}

export interface ScoreMixtureOptions {
  /** Default: no bag is a copy of another. */
  readonly distinct?: DistinctShares | undefined;
}

const USELESS = {
  "no-positive": "no labelled bag has a held-out score",
  "no-unlabeled": "no unlabeled bag has a held-out score",
  "all-equal": "all unlabeled bags have the same held-out score",
} as const;

/**
 * A Bayesian mixture of held-out scores. Scores of positive bags are normal, N(m_P, v_P), those of
 * negative ones N(m_N, v_N) with m_N < m_P, and the unlabeled ones are pi of the former and 1 - pi
 * of the latter. Nothing of that is known, so all of it is averaged over: 750 pairs of laws around
 * what the labelled bags show, the 200 values of the prior, and both together for a decision.
 * Scores of positive and unlabeled bags that do not differ mean a prior near 1 or no separation,
 * and some separation is always thought likelier than none: the belief then leans upwards, slowly,
 * the more bags there are (`alikeNotes` of the learner warns).
 *
 * Scores that are not finite are left out. When no labelled or no unlabeled score is left, or when
 * all unlabeled scores are equal, nothing is learnt: a flat likelihood, the log-odds of the prior
 * everywhere, and a note that says so. The raw scores may have any unit and origin. Costs 41 x 750
 * likelihoods, from which those of the 200 values are interpolated: about 20 ms for 180 unlabeled
 * bags once the engine has compiled it, growing with the logarithm of their number.
 */
export function scoreMixture(given: GivenScores, { distinct }: ScoreMixtureOptions = {}): ScoreMixture {
  const held = bagScores(given);
  const counts = countsOf(held);
  const scores = standardScores(held, distinct);
  const shareOf = (pi: number) => shareAmongUnlabeled(counts, held.scenario, pi);
  const parameters = scores.useless === null ? mixtureParameters(scores) : NO_SEPARATION;
  const jointAt = (points: readonly number[]) =>
    mixtureJoint(parameters, scores.counts, { shares: points.map(shareOf), distinct: scores.distinct.unlabeled });
  const { logLikelihood: found, weights } = jointAt(BELIEF_GRID);
  const largest = found.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  // Equal laws give every prior the same likelihood, but for rounding.
  const logLikelihood = found.map((value) => (scores.useless === null ? value - largest : 0));
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
  return [{ code: "prior-no-evidence", message: `${USELESS[useless]}, so the scores tell nothing of the prior` }];
}
