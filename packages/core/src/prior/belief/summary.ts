import { BELIEF_STEP, beliefQuantile, type PriorBelief } from "../../scores/prior-belief.js";
import { beliefExpectation } from "./belief.js";

/** The probability that the interval contains. */
export const BELIEF_LEVEL = 0.9;

/** A belief in a few numbers. */
export interface BeliefSummary {
  /**
   * The best single value: decisions average over the belief, and in trials the mean was closer to
   * the truth than the median (docs/research/beyond.md).
   */
  readonly mean: number;
  readonly median: number;
  readonly sd: number;
  /**
   * The prior is below `low` with probability 5 %, and above `high` with probability 5 %; or an end is
   * that of all possible values.
   */
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/**
 * Mean, median, standard deviation and 90 % interval. The interval is equal-tailed, not the
 * shortest: each end then has its own meaning, it is always in one piece, and it does not depend on
 * the scale. Where the first or the last possible value is the likeliest of all, as after an audit
 * that found no positive, the interval goes to that end: a value must not be excluded for being
 * likely (Brown, Cai and DasGupta 2001 do the same). For a point, everything is that point.
 */
export function describeBelief(belief: PriorBelief): BeliefSummary {
  const { points } = belief;
  const mean = beliefExpectation(belief, (pi) => pi);
  const tail = (1 - BELIEF_LEVEL) / 2;
  const end = likeliestEnd(belief);
  return {
    mean,
    median: beliefQuantile(belief, 0.5),
    sd: Math.sqrt(beliefExpectation(belief, (pi) => (pi - mean) ** 2)),
    low: end === "first" ? points[0] - BELIEF_STEP / 2 : beliefQuantile(belief, tail),
    high: end === "last" ? points[points.length - 1] + BELIEF_STEP / 2 : beliefQuantile(belief, 1 - tail),
    level: BELIEF_LEVEL,
  };
}

/** Which end of the possible values is likelier than every other value; null if neither is. */
function likeliestEnd({ points, weights }: PriorBelief): "first" | "last" | null {
  if (points.length === 1) return null;
  const above = (i: number) => weights.every((weight, k) => k === i || weight < weights[i]);
  return above(0) ? "first" : above(points.length - 1) ? "last" : null;
}
