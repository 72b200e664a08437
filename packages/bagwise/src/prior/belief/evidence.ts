import type { Note } from "../../base/note.js";
import { BELIEF_GRID, type PriorBelief } from "../../scores/prior-belief.js";
import { combine } from "./belief.js";

/** What data tell about the prior. */
export interface PriorEvidence {
  /**
   * The log-likelihood at every point of BELIEF_GRID, up to a constant. -Infinity where the data
   * exclude a value.
   */
  readonly logLikelihood: Float64Array;
  readonly notes: readonly Note[];
}

/**
 * The belief after the evidence. A point that is not on the grid takes the value of the nearest one
 * that is.
 */
export function withEvidence(belief: PriorBelief, { logLikelihood }: PriorEvidence): PriorBelief {
  const cells = BELIEF_GRID.length;
  if (logLikelihood.length !== cells)
    throw new RangeError(`the evidence has ${logLikelihood.length} values, not ${cells}`);
  // Cell k reaches from k / cells to (k + 1) / cells.
  return combine(belief, (pi) => logLikelihood[Math.min(cells - 1, Math.floor(pi * cells))]);
}
