import { log } from "../base/portable-math.js";

/** The generalisation indication of Theorem 1 with its two terms. */
export interface Bound {
  /** C = |(alpha, beta)| max |(phi, 1)|. */
  readonly capacity: number;
  /**
   * The term that more positive bags make smaller: 2 prior / sqrt(N_P), times the common factor.
   */
  readonly positiveTerm: number;
  /** The term that more unlabeled bags make smaller: 1 / sqrt(N_U), times the common factor. */
  readonly unlabeledTerm: number;
  readonly total: number;
  readonly delta: number;
}

/**
 * sqrt(C^2 log(2 / delta) / 2) (2 prior / sqrt(N_P) + 1 / sqrt(N_U)), Theorem 1 of the paper. It
 * holds for a g fixed in advance, so for a fitted one it is an indication: what it shows is which
 * of the two terms is the larger.
 */
export function bound({
  capacity,
  prior,
  positive,
  unlabeled,
  delta = 0.05,
}: {
  capacity: number;
  prior: number;
  positive: number;
  unlabeled: number;
  delta?: number;
}): Bound {
  const factor = capacity * Math.sqrt(log(2 / delta) / 2);
  const positiveTerm = (factor * 2 * prior) / Math.sqrt(positive);
  const unlabeledTerm = factor / Math.sqrt(unlabeled);
  return { capacity, positiveTerm, unlabeledTerm, total: positiveTerm + unlabeledTerm, delta };
}
