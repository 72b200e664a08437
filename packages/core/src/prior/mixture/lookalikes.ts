import { exp, log } from "../../base/portable-math.js";
import { BELIEF_GRID } from "../../scores/prior-belief.js";

/** The belief before any data that no negative looks like a positive. */
const NONE = 0.1;
/** The mean share of negatives that look like positives, if some do: of an exponential distribution. */
const MEAN = 0.15;
/** Shares to sum over. Each stands for the range up to the midpoints to its neighbours. */
const SHARES = [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3] as const;

/**
 * Shares of the negative bags that may score exactly like positive ones, and the belief in each. Hard
 * negatives give their scores a long upper tail, which two normal distributions would take for
 * positives. Where positives are rare, most bags that look positive are such negatives: without
 * them, of text bags with a probability of .9 or more a quarter was positive (docs/research/calibration.md).
 */
export const LOOKALIKES: readonly { readonly share: number; readonly weight: number }[] = [
  { share: 0, weight: NONE },
  ...exponentialWeights().map((weight, k) => ({ share: SHARES[k], weight: (1 - NONE) * weight })),
];

function exponentialWeights(): number[] {
  const last = SHARES.length - 1;
  const beyond = (share: number) => exp(-share / MEAN);
  const weights = SHARES.map((share, k) => {
    const from = k === 0 ? 0 : (SHARES[k - 1] + share) / 2;
    const to = k === last ? share + (share - SHARES[k - 1]) / 2 : (share + SHARES[k + 1]) / 2;
    return beyond(from) - beyond(to);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The share of bags that look positive if a share pi is, and so many of the others look like it. */
export function lookingPositive(pi: number, lookalikes: number): number {
  return pi + (1 - pi) * lookalikes;
}

/** The belief in each of `LOOKALIKES` after the scores, and the log-likelihood summed over them. */
interface MixedLikelihood {
  readonly weights: readonly number[];
  readonly logLikelihood: number;
}

/** By the log-likelihood of what looks positive for each of `LOOKALIKES`. */
export function overLookalikes(logLikelihoods: readonly number[]): MixedLikelihood {
  // Relative to the largest here, not overall, so that nothing underflows to an impossible prior.
  const largest = Math.max(...logLikelihoods);
  const terms = LOOKALIKES.map(({ weight }, k) => weight * exp(logLikelihoods[k] - largest));
  const sum = terms.reduce((a, b) => a + b, 0);
  return { weights: terms.map((term) => term / sum), logLikelihood: largest + log(sum) };
}

/** The same for a prior, by the log-likelihood of what looks positive on BELIEF_GRID. */
export function overLookalikesAt(logLikelihood: Float64Array, pi: number): MixedLikelihood {
  return overLookalikes(LOOKALIKES.map(({ share }) => at(logLikelihood, lookingPositive(pi, share))));
}

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
  const mixed = Float64Array.from(BELIEF_GRID, (pi) => overLookalikesAt(logLikelihood, pi).logLikelihood);
  const top = mixed.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return mixed.map((value) => value - top);
}

/** The two centres of that many equal cells around a prior, and the part of the upper one; constant beyond the ends. */
export function gridPlace(
  pi: number,
  cells: number = BELIEF_GRID.length,
): { readonly below: number; readonly part: number } {
  const last = cells - 1;
  const place = Math.min(last, Math.max(0, pi * cells - 0.5));
  const below = Math.min(last - 1, Math.floor(place));
  return { below, part: place - below };
}

function at(values: Float64Array, pi: number): number {
  const { below, part } = gridPlace(pi);
  return part === 0 ? values[below] : values[below] * (1 - part) + values[below + 1] * part;
}
