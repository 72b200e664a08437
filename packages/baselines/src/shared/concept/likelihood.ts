import { exp, log } from "@bagwise/core/base";

/**
 * The probability at the concept point itself. A little below 1, so that a negative instance exactly
 * there has a large loss and not an infinite one.
 */
const MOST_SURE = 0.99;
const LEAST_LOSS = -log(MOST_SURE);

/** Pr(x = t) at a squared distance D: MOST_SURE e^-D. */
export function probability(distance: number): number {
  return MOST_SURE * exp(-distance);
}

/** -log Pr(x = t), which never underflows. */
export function lossAt(distance: number): number {
  return distance + LEAST_LOSS;
}
