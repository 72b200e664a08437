import { beliefQuantile, type PriorBelief } from "../../scores/prior-belief.js";
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
  /** The prior is below `low` with probability 5 %, and above `high` with probability 5 %. */
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/**
 * Mean, median, standard deviation and 90 % interval. The interval is equal-tailed, not the
 * shortest: each end then has its own meaning, it is always in one piece, and it does not depend on
 * the scale. For a point, everything is that point.
 */
export function describeBelief(belief: PriorBelief): BeliefSummary {
  const mean = beliefExpectation(belief, (pi) => pi);
  const tail = (1 - BELIEF_LEVEL) / 2;
  return {
    mean,
    median: beliefQuantile(belief, 0.5),
    sd: Math.sqrt(beliefExpectation(belief, (pi) => (pi - mean) ** 2)),
    low: beliefQuantile(belief, tail),
    high: beliefQuantile(belief, 1 - tail),
    level: BELIEF_LEVEL,
  };
}
