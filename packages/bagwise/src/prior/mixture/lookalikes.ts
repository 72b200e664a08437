import { exp, log } from "../../base/portable-math.js";
import { BELIEF_GRID } from "../../scores/prior-belief.js";

/**
 * Shares of the negative bags that may score exactly like positive ones, and the belief in each.
 * Hard negatives give their scores a long upper tail, which two normal distributions would take for
 * positives: without this, intervals narrower than 0.3 missed small priors in one of five trials on
 * such bags (docs/research/intervals.md).
 */
const LOOKALIKES = [
  { share: 0, weight: 0.4 },
  { share: 0.02, weight: 0.2 },
  { share: 0.05, weight: 0.2 },
  { share: 0.1, weight: 0.2 },
] as const;

/**
 * The log-likelihood of the prior on BELIEF_GRID if an unknown share e of the negatives looks like
 * positives. Scores only tell the share that looks positive, which then is pi + (1 - pi) e:
 *
 *   L(pi) = sum_e w_e L_0(pi + (1 - pi) e) .
 *
 * No number of bags can tell one from the other (Blanchard, Lee and Scott 2010), so a small prior is
 * never excluded for certain. The same holds for a single set, where labelled bags are no negatives.
 * The largest value of the result is 0.
 */
export function withLookalikes(logLikelihood: Float64Array): Float64Array {
  const mixed = Float64Array.from(BELIEF_GRID, (pi) => {
    const logs = LOOKALIKES.map(({ share }) => at(logLikelihood, pi + (1 - pi) * share));
    // Relative to the largest here, not overall, so that nothing underflows to an impossible prior.
    const largest = Math.max(...logs);
    return largest + log(LOOKALIKES.reduce((sum, { weight }, k) => sum + weight * exp(logs[k] - largest), 0));
  });
  const top = mixed.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return mixed.map((value) => value - top);
}

/** The value at a prior, linear between the points of the grid and constant beyond them. */
function at(values: Float64Array, pi: number): number {
  const last = values.length - 1;
  const place = Math.min(last, Math.max(0, pi * values.length - 0.5));
  const below = Math.min(last - 1, Math.floor(place));
  const part = place - below;
  return part === 0 ? values[below] : values[below] * (1 - part) + values[below + 1] * part;
}
