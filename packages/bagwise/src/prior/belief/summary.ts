import { beliefQuantile, type PriorBelief } from "../../scores/prior-belief.js";
import { beliefExpectation } from "./belief.js";

/** The share of the belief that the interval holds. */
export const BELIEF_LEVEL = 0.9;

/** A belief in a few numbers. */
export interface BeliefSummary {
  /**
   * The point to name when one is wanted: decisions are averages over the belief, and in trials it
   * was closer to the truth than the median (docs/research/beyond.md).
   */
  readonly mean: number;
  readonly median: number;
  readonly sd: number;
  /** The prior is below `low` with a chance of 5 %, and above `high` with one of 5 %. */
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/**
 * Mean, median, standard deviation and 90 % interval. The interval is equal-tailed, not the
 * shortest one: each end then has a meaning of its own ("5 % that it is less"), it is always in one
 * piece, and it is the same on every scale of the prior. Of a point, everything is that point.
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
