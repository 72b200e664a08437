import { badOption } from "../base/option.js";
import { exp, log } from "../base/portable-math.js";
import { quantile } from "../statistics/quantile.js";
import { type BagScores, bagScores, type GivenScores } from "./bag-scores.js";
import { expectedGain } from "./expected-gain.js";
import { hiddenCounts } from "./hidden-counts.js";
import type { PriorBelief } from "./prior-belief.js";
import { usualBootstrap } from "./pu-measures.js";

export interface GainOptions {
  /** Above 0 and below 1. */
  readonly prior: number;
  /** How well the prior is known. Default: it is exact. */
  readonly belief?: PriorBelief | undefined;
  /**
   * The number of bootstrap samples; 0 gives no intervals. Default 500, or fewer for more than
   * 5,000 bags, but at least 100.
   */
  readonly bootstrap?: number | undefined;
  /** The share of intervals that should contain the number actually found. Default 0.9. */
  readonly level?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
}

export interface TopKOptions extends GainOptions {
  /** From 1 to the number of unlabeled bags. */
  readonly k: number | readonly number[];
}

/** The expected number of positives among the k unlabeled bags with the highest scores. */
export interface TopK {
  readonly k: number;
  readonly value: number;
  /**
   * Whole numbers. The number actually found lies between them as often as the level says. Never
   * only k, because nobody has reviewed these bags.
   */
  readonly low: number;
  readonly high: number;
  /** Whether all k count as positives because the formula exceeds k. */
  readonly clipped: boolean;
}

const DEFAULTS = { level: 0.9, seed: 0 } as const;

/**
 * The expected number of positives among the k highest-scoring unlabeled bags (`expectedGain`), for
 * each k. The interval is for the number actually found, and uses the same guesses as the intervals
 * of the measures. Throws an InputError for an impossible k. Costs O(bags) for each bootstrap
 * sample.
 */
export function topK(given: GivenScores, options: TopKOptions): TopK[] {
  const held = bagScores(given);
  const size = held.unlabeled.length;
  const ks = typeof options.k === "number" ? [options.k] : options.k;
  for (const k of ks)
    if (!(Number.isInteger(k) && k >= 1 && k <= size))
      throw badOption("k", k, `a whole number from 1 to ${size}, the number of unlabeled bags`);
  const { found, clippedTo } = expectedGain(held, options.prior, options.belief);
  const replicates = gainReplicates(held, options, ks);
  const side = (1 - (options.level ?? DEFAULTS.level)) / 2;
  return ks.map((k, at) => {
    const values = replicates.map((each) => each[at]);
    const value = found[k];
    // If all k of k were seen to be positive, a share of side^(1/k) would still not be excluded
    // (Clopper and Pearson). Guesses that are clipped at k know no more.
    const surely = k * exp(log(side) / k);
    return {
      k,
      value,
      low: values.length === 0 ? value : Math.floor(Math.min(value, quantile(values, side), surely)),
      high: values.length === 0 ? value : Math.max(Math.ceil(value), Math.ceil(quantile(values, 1 - side))),
      clipped: k <= clippedTo,
    };
  });
}

/** Bootstrap guesses of the number of positives among the first k bags, for each of the ks. */
export function gainReplicates(held: BagScores, options: GainOptions, ks: readonly number[]): Float64Array[] {
  const { bootstrap = usualBootstrap(held), seed = DEFAULTS.seed } = options;
  const falling = held.unlabeled.slice().sort().reverse();
  const cuts = ks.map((k) => cutAt(falling, k));
  const thresholds = cuts.flatMap(({ outer, inner }) => [outer, inner]);
  return Array.from(hiddenCounts(held, thresholds, { ...options, bootstrap, seed }), ({ above }) =>
    Float64Array.from(cuts, ({ share }, at) => above[2 * at + 1] + share * (above[2 * at] - above[2 * at + 1])),
  );
}

/**
 * Thresholds around the first k bags. All k pass `outer`. Bags tied with the last one do not pass
 * `inner`, unless the whole tie is among the k. `share` of the bags between the two are among the
 * k.
 */
function cutAt(falling: Float64Array, k: number): { outer: number; inner: number; share: number } {
  const last = falling[k - 1];
  const end = falling.lastIndexOf(last) + 1;
  // Midway to the next score, so that a positive bag just below the last one does not count as
  // missed.
  const outer = end === falling.length ? Number.NEGATIVE_INFINITY : (last + falling[end]) / 2;
  if (end === k) return { outer, inner: outer, share: 1 };
  const start = falling.indexOf(last);
  const inner = start === 0 ? Number.POSITIVE_INFINITY : (last + falling[start - 1]) / 2;
  return { outer, inner, share: (k - start) / (end - start) };
}
