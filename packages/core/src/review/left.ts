import { findingRate } from "./finding-rate.js";
import {
  checkOf,
  fewestMissing,
  judgeStopping,
  PROMISE_SHARE,
  type PromiseOptions,
  type ReviewedBag,
  type Stopping,
} from "./stopping.js";

/** A number with an interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How far a review is. */
export interface ReviewProgress {
  /** Bags to review in all, and those that are. */
  readonly pool: number;
  readonly reviewed: number;
  readonly found: number;
  /** Positives that are expected among the others. `value` is null before the first find. */
  readonly left: Omit<Estimate, "value"> & { readonly value: number | null };
  /** The share of the positives that is found. Null before the first find. */
  readonly recall: Estimate | null;
  readonly confidence: number;
  readonly stopping: Stopping;
  /** Whether it is time to check, by drawing most bags at random: see `timeToCheck`. */
  readonly timeToCheck: boolean;
}

/** The parts of the probability of being wrong for the ends of the interval that the promise does not use. */
const WINDOW_SHARE = 0.1;
const LOW_SHARE = 0.1;

/** The check begins when recall would reach the target even if so many times as many were left as expected. */
const CAUTION = 2;

/**
 * How many positives are left, and which share is found, each with an interval that holds with probability
 * `confidence` (default 0.95), and whether to stop.
 *
 * The expected number is an extrapolation of how fast positives are found (`findingRate`). The interval does
 * not depend on it, nor on the ranking: it comes from bags drawn at random. Its high end is the largest number
 * of positives that their hits do not contradict, those since the check began (as in `judgeStopping`) and those
 * in the second half of the review; its low end the smallest number that does not contradict so many hits. With
 * few random draws it is wide. The review may stop exactly if the low end of the recall reaches the target.
 * Costs O(reviewed log bags).
 */
export function positivesLeft(
  reviewed: readonly ReviewedBag[],
  pool: number,
  options: PromiseOptions = {},
): ReviewProgress {
  const { target = 0.95, confidence = 0.95, checkFrom } = options;
  const stopping = judgeStopping(reviewed, pool, options);
  const { found, open, stop } = stopping;
  const error = 1 - confidence;
  const check = checkOf(reviewed, pool, checkFrom ?? reviewed.length);
  const window = checkOf(reviewed, pool, reviewed.length >> 1);
  const possible = Math.min(
    largest(open, (k) => check.chance(k) > PROMISE_SHARE * error * check.share),
    largest(open, (k) => window.chance(k) > WINDOW_SHARE * error),
  );
  // The window looks at one moment only, so it never promises more than the check does.
  const missing = fewestMissing(found, target);
  const high = Math.min(open, stop ? Math.min(possible, missing - 1) : Math.max(possible, missing));
  const low = Math.min(high, smallestLeft(reviewed, pool, LOW_SHARE * error));
  const rate = findingRate(reviewed, pool);
  const value = rate === undefined ? null : Math.min(high, Math.max(low, rate.left));
  const recall = (left: number) => found / (found + left);
  return {
    pool,
    reviewed: reviewed.length,
    found,
    left: { value, low, high },
    recall: value === null ? null : { value: recall(value), low: recall(high), high: recall(low) },
    confidence,
    stopping,
    timeToCheck: rate !== undefined && recall(CAUTION * rate.left) >= target,
  };
}

/**
 * The smallest number left for which so many hits of random draws are not too unlikely. If k are left now, a
 * draw from R open bags, since which g positives were found, it included, hit one with chance (k + g) / R.
 */
function smallestLeft(reviewed: readonly ReviewedBag[], pool: number, level: number): number {
  const draws: { since: number; from: number }[] = [];
  let since = 0;
  let hits = 0;
  for (const { positive, drawnFrom } of reviewed.toReversed()) {
    if (positive) since++;
    if (drawnFrom !== null) draws.push({ since, from: drawnFrom });
    if (positive && drawnFrom !== null) hits++;
  }
  if (hits === 0) return 0;
  const contradicts = (k: number) =>
    chanceOfHits(
      draws.map((draw) => (k + draw.since) / Math.max(1, draw.from)),
      hits,
    ) <= level;
  return contradicts(0) ? largest(pool - reviewed.length, contradicts) + 1 : 0;
}

/** The chance of at least so many successes of independent trials with these chances. */
function chanceOfHits(chances: readonly number[], hits: number): number {
  const exactly = new Float64Array(hits);
  exactly[0] = 1;
  let enough = 0;
  for (const chance of chances) {
    const p = Math.min(1, chance);
    enough += p * exactly[hits - 1];
    for (let k = hits - 1; k > 0; k--) exactly[k] = exactly[k] * (1 - p) + exactly[k - 1] * p;
    exactly[0] *= 1 - p;
  }
  return enough;
}

/** The largest number from 0 to `most` for which it holds, if it holds for all smaller ones; 0 if for none. */
function largest(most: number, holds: (k: number) => boolean): number {
  let [low, high] = [0, most + 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
