import { count, thousands } from "../base/errors.js";
import { badOption } from "../base/option.js";
import { chanceOfAtMost } from "../statistics/hypergeometric.js";

/** One reviewed bag, in the order of review. */
export interface ReviewedBag {
  readonly positive: boolean;
  /** From how many open bags it was drawn at random; null if it was chosen in another way. */
  readonly drawnFrom: number | null;
}

/** What is promised, and since when it is checked. */
export interface PromiseOptions {
  /** The share of the positives that is to be found, above 0 and below 1. Default 0.95. */
  readonly target?: number | undefined;
  /** With this probability, above 0 and below 1. Default 0.95. */
  readonly confidence?: number | undefined;
  /**
   * How many bags had been reviewed when the check began: random draws since then count. It must have been
   * decided then, not in hindsight. Null or absent if the check has not begun.
   */
  readonly checkFrom?: number | null | undefined;
}

/** Whether a review may stop, and why. */
export interface Stopping {
  readonly stop: boolean;
  /** Positives found, bags reviewed, and bags left. */
  readonly found: number;
  readonly reviewed: number;
  readonly open: number;
  /** The fewest positives that, if they were left, would break the promise. */
  readonly missing: number;
  /** Random draws since the check began, positives among them, and the share of the bags that they stand for. */
  readonly drawn: number;
  readonly hits: number;
  readonly share: number;
  /** The chance of so few hits if that many positives were left, and the chance at which it is safe to stop. */
  readonly chance: number;
  readonly level: number;
  /** How many more random draws without a positive it takes; 0 to stop now. */
  readonly needed: number;
  readonly sentence: string;
}

/**
 * The part of the probability of being wrong that the promise may use. The rest is for the other ends of the
 * intervals: see `positivesLeft`.
 */
export const PROMISE_SHARE = 0.8;

/**
 * Whether a review may stop with a promise: with probability `confidence` at least the share `target` of the
 * positives among the `pool` of bags to review is found. It assumes nothing about the ranking, because only
 * bags drawn at random count.
 *
 * When the ranking finds hardly any positives any more, the check begins: from then on most bags are drawn at
 * random from those that are open. Let f positives be found so far, and k be the fewest that, if they were
 * left, would break the promise. The draws have passed over the share s of the bags that were open when the
 * check began, and hit x positives. Had k more been left, then k + x positives were there for the draws to
 * hit, and at most x of them were hit: the hypergeometric chance of that is p. The review stops when p <= e s,
 * with e the probability of being wrong. Positives that the ranking finds meanwhile are no hits, and lower k's
 * weight in nothing.
 *
 * Every look counts: you may ask after each bag, and stop at the first promise. The factor s pays for that: a
 * wrong stop is possible after each number of hits x; if u positives are there to hit, the chance that the draws
 * get to the bound of x with at most x hits falls by about the factor 1 - s with every hit less, so that the sum
 * over all x is at most about e s (1 + (1 - s) + (1 - s)^2 + ...) = e. In simulations it was at most e
 * (docs/research/review.md). If every bag is reviewed, or fewer than k are left, it stops in any case. Throws an
 * InputError for a pool of fewer bags than are reviewed. Costs O(reviewed).
 */
export function judgeStopping(
  reviewed: readonly ReviewedBag[],
  pool: number,
  { target = 0.95, confidence = 0.95, checkFrom = null }: PromiseOptions = {},
): Stopping {
  checkShare("target", target);
  checkShare("confidence", confidence);
  if (!(Number.isSafeInteger(pool) && pool >= reviewed.length))
    throw badOption("pool", pool, `a whole number from ${reviewed.length} up, the bags that are reviewed`);
  const found = reviewed.filter(({ positive }) => positive).length;
  const open = pool - reviewed.length;
  const missing = fewestMissing(found, target);
  const error = PROMISE_SHARE * (1 - confidence);
  const check = checkOf(reviewed, pool, checkFrom ?? reviewed.length);
  const chance = open < missing ? 0 : check.chance(missing);
  const level = error * check.share;
  const stop = open < missing || chance <= level;
  const enough = (more: number) => {
    const later = check.after(more, open);
    return later.chance(missing) <= error * later.share;
  };
  const needed = stop ? 0 : leastEnough(open, enough);
  const { drawn, hits, share } = check;
  const judged = { stop, found, reviewed: reviewed.length, open, missing, drawn, hits, share, chance, level, needed };
  return { ...judged, sentence: sentenceOf(judged, { target, confidence, checking: checkFrom !== null }) };
}

/** The fewest positives that may not be left: more than found (1 - target) / target. */
export function fewestMissing(found: number, target: number): number {
  return Math.floor((found * (1 - target)) / target + 1e-9) + 1;
}

/** What random draws since some moment say. */
export interface Check {
  readonly drawn: number;
  readonly hits: number;
  /** The chance that a bag that was open then, and not reviewed since for another reason, was drawn. */
  readonly share: number;
  /** The chance of at most so many hits if k more positives are left. */
  chance(k: number): number;
  /** The check after more draws without a positive, from so many open bags. */
  after(more: number, open: number): Check;
}

/** The random draws after the first `from` bags of a review. */
export function checkOf(reviewed: readonly ReviewedBag[], pool: number, from: number): Check {
  let missed = 1;
  let hits = 0;
  let drawn = 0;
  for (const { positive, drawnFrom } of reviewed.slice(from)) {
    if (drawnFrom === null) continue;
    drawn++;
    missed *= 1 - 1 / Math.max(1, drawnFrom);
    if (positive) hits++;
  }
  return checkWith({ bags: pool - from, drawn, hits, missed });
}

function checkWith(parts: { bags: number; drawn: number; hits: number; missed: number }): Check {
  const { bags, drawn, hits, missed } = parts;
  const passed = Math.floor(bags * (1 - missed) + 1e-6);
  return {
    drawn,
    hits,
    share: passed / Math.max(1, bags),
    chance: (k) => chanceOfAtMost({ bags, positive: Math.min(bags, k + hits), drawn: passed }, hits),
    after: (more, open) =>
      checkWith({ ...parts, drawn: drawn + more, missed: missed * (1 - more / Math.max(1, open)) }),
  };
}

/** The smallest number up to `most` for which it is enough. */
function leastEnough(most: number, enough: (more: number) => boolean): number {
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function sentenceOf(
  { stop, found, open, needed }: Omit<Stopping, "sentence">,
  { target, confidence, checking }: { target: number; confidence: number; checking: boolean },
): string {
  const [sure, share] = [percent(confidence), percent(target)];
  if (stop && open === 0)
    return `Stop: every bag is reviewed, and ${count(found, "positive is", "positives are")} found.`;
  if (stop) return `Stop: with ${sure} probability at least ${share} of the positives are found.`;
  if (!checking) return "Go on: it is too early to tell whether enough are found.";
  const bags = needed === 1 ? "1 more bag" : `${thousands(needed)} more bags`;
  return `Go on: it takes ${bags} drawn at random without a positive to say that, with ${sure} probability, at least ${share} of the positives are found.`;
}

/** `95 %`. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(4))} %`;
}

function checkShare(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw badOption(name, value, "a share above 0 and below 1, such as 0.95");
}
