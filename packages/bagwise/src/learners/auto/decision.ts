import { exp } from "../../base/portable-math.js";
import { beliefExpectation } from "../../prior/belief/belief.js";
import type { PriorBelief } from "../../scores/prior-belief.js";

/** What decisions are worth, averaged over what is believed about the prior. */
export interface ExpectedDecision {
  /** The expected share of right answers. */
  readonly right: number;
  /** That of the better constant guess, which needs to know on which side of one half the prior is. */
  readonly constant: number;
  /** What not knowing it costs: how far `right` is below `constant`; 0 if it is not. */
  readonly givenUp: number;
}

/**
 * A bag is called positive if its probability, averaged over the belief, is at least one half. Over the
 * belief, no other rule has a higher expected accuracy. Nor has one a lower expected regret against the
 * better constant guess, E max(pi, 1 - pi) - E accuracy, because the first term is the same for all.
 * What is left of the regret is the price of not knowing the prior.
 *
 * `logOdds` are those of unlabeled bags while held out; `shareOf` turns a prior into the share of
 * positives among them. Without bags the constant guess is all there is, and nothing is given up.
 */
export function expectedDecision(
  logOdds: Float64Array,
  belief: PriorBelief,
  shareOf: (prior: number) => number,
): ExpectedDecision {
  const constant = beliefExpectation(belief, (pi) => Math.max(shareOf(pi), 1 - shareOf(pi)));
  if (logOdds.length === 0) return { right: constant, constant, givenUp: 0 };
  let right = 0;
  for (const odds of logOdds) right += 1 / (1 + exp(-Math.abs(odds)));
  right /= logOdds.length;
  return { right, constant, givenUp: Math.max(0, constant - right) };
}
