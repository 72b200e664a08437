import { random } from "../base/random.js";
import { quantile } from "../statistics/quantile.js";
import { allScores, type BagScores, bagScores, type GivenScores, sampleOf } from "./bag-scores.js";
import { type BagWeights, reweighted, unitWeights } from "./bootstrap.js";
import { byScore } from "./classification.js";
import { type HiddenCount, hiddenCounts, placesIn } from "./hidden-counts.js";
import { expectedCounts, probabilitiesAt } from "./hidden-probabilities.js";
import type { PriorBelief } from "./prior-belief.js";
import { riskOf } from "./pu-risk.js";
import { labelledInSample } from "./scenario.js";

/**
 * A measure with its interval, which always contains the value. `clipped` means that the formula
 * left the possible range and was cut to it.
 */
export interface Measure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly clipped: boolean;
}

/**
 * Measures that need no negative bags. A bag is predicted positive if its score is at least the
 * threshold.
 */
export interface PuMeasures {
  /** The share of positives that are predicted positive: mean_P[g >= threshold]. */
  readonly recall: Measure;
  /**
   * The share of positive calls that are right: prior * recall / rate. NaN if no bag of the sample
   * is predicted positive.
   */
  readonly precision: Measure;
  /** 1 - (2 prior (1 - recall) + rate - prior). */
  readonly accuracy: Measure;
  /** (AUC_PU - prior / 2) / (1 - prior). */
  readonly auc: Measure;
  /**
   * The score of Lee and Liu (2003), recall^2 / rate. Useful to compare settings; it is not a
   * share. NaN where precision is.
   */
  readonly leeLiu: Measure;
  /** The share of the sample of p(X) that is predicted positive. */
  readonly positiveRate: Measure;
}

export interface PuMeasuresOptions {
  /** Above 0 and below 1. */
  readonly prior: number;
  /**
   * How well the prior is known, so that intervals include this uncertainty. Default: `prior` is
   * exact.
   */
  readonly belief?: PriorBelief | undefined;
  /** Default 0. */
  readonly threshold?: number | undefined;
  /**
   * The number of bootstrap samples; 0 gives no intervals. Default 500, or fewer for more than
   * 5,000 bags, but at least 100.
   */
  readonly bootstrap?: number | undefined;
  /** The share of intervals that should cover the truth. Default 0.9. */
  readonly level?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
}

/** What measures are made with by default. */
export const MEASURE_DEFAULTS = { threshold: 0, level: 0.9, seed: 0 } as const;

/**
 * The usual number of bootstrap samples: fewer for many bags, where they would take long and
 * intervals are narrow anyway.
 */
export function usualBootstrap(scores: BagScores, { most = 500, least = 100 } = {}): number {
  return Math.max(least, Math.min(most, Math.round((most * 5000) / sizeOf(scores))));
}

/** The shares that all measures are made of. They do not depend on the prior. */
interface Shares {
  readonly recall: number;
  readonly rate: number;
  /** The probability that a positive bag scores above one of the sample; ties count one half. */
  readonly auc: number;
}

/** `heldOutMeasures` for two samples of independent bags. */
export function puMeasures(
  positive: ArrayLike<number>,
  unlabeled: ArrayLike<number>,
  options: PuMeasuresOptions,
): PuMeasures {
  return heldOutMeasures({ positive, unlabeled }, options);
}

/**
 * The measures from held-out scores of at least one positive and one unlabeled bag. Where the scores come with
 * probabilities, precision, recall and accuracy are what these add up to, so that they never contradict what is
 * said of single bags. Other values are the formulas at `prior`, clipped to what is possible.
 *
 * The intervals are for the measures on these bags if their hidden labels were known. They come
 * from guesses of the counts behind the measures (`hiddenCounts`): positives are resampled in whole
 * clusters, and priors come from the belief. The intervals of the rate and of Lee and Liu's score
 * are for the population. Each guess costs O(bags).
 */
export function heldOutMeasures(given: GivenScores, options: PuMeasuresOptions): PuMeasures {
  const scores = bagScores(given);
  const {
    threshold = MEASURE_DEFAULTS.threshold,
    bootstrap = usualBootstrap(scores),
    seed = MEASURE_DEFAULTS.seed,
  } = options;
  const shares = sharesOf(scores, threshold);
  const formulas = valuesOf(shares(unitWeights(sizeOf(scores))), options.prior);
  const point = { ...formulas, ...expectedMeasures(scores, { prior: options.prior, threshold }) };
  const guesses: Record<keyof PuMeasures, number>[] = [];
  if (bootstrap > 0) {
    const judge = judgeCounts(scores, threshold);
    for (const guess of hiddenCounts(scores, [threshold], { ...options, bootstrap, seed })) {
      const { rate } = shares(guess.weights);
      const judged = judge(guess);
      guesses.push({ ...judged, positiveRate: rate, leeLiu: judged.recall ** 2 / rate });
    }
  }
  const measure = (name: keyof PuMeasures): Measure => {
    const values = guesses.map((guess) => guess[name]);
    return name === "leeLiu"
      ? withInterval(point[name], values, options.level)
      : withInterval(point[name], values, options.level, { most: 1 });
  };
  return {
    recall: measure("recall"),
    precision: measure("precision"),
    accuracy: measure("accuracy"),
    auc: measure("auc"),
    leeLiu: measure("leeLiu"),
    positiveRate: measure("positiveRate"),
  };
}

/** What the probabilities of the bags add up to; nothing if there are none. Precision is NaN if no bag is called. */
export function expectedMeasures(
  scores: BagScores,
  { prior, threshold = MEASURE_DEFAULTS.threshold }: Pick<PuMeasuresOptions, "prior" | "threshold">,
): Partial<Record<"precision" | "recall" | "accuracy", number>> {
  const probabilities = probabilitiesAt(scores, prior);
  if (probabilities === undefined) return {};
  const { size, positives, called, found } = expectedCounts(scores, probabilities, threshold);
  return {
    precision: called === 0 ? Number.NaN : found / called,
    recall: found / positives,
    accuracy: (size - positives - called + 2 * found) / size,
  };
}

/**
 * The measures that need no prior: recall, rate and Lee and Liu's score. The interval of recall is
 * for the population of positives (Jeffreys' interval for independent bags).
 */
export function recallOf(
  scores: BagScores,
  options: Omit<PuMeasuresOptions, "prior" | "belief">,
): Pick<PuMeasures, "recall" | "positiveRate" | "leeLiu"> {
  const {
    threshold = MEASURE_DEFAULTS.threshold,
    bootstrap = usualBootstrap(scores),
    seed = MEASURE_DEFAULTS.seed,
  } = options;
  const shares = sharesOf(scores, threshold);
  const point = shares(unitWeights(sizeOf(scores)));
  const draw = reweighted(scores, random(seed));
  const guesses = Array.from({ length: bootstrap }, () => shares(draw()));
  const measure = (of: (shares: Shares) => number, most?: number) =>
    withInterval(of(point), guesses.map(of), options.level, { most });
  return {
    recall: measure(({ recall }) => recall, 1),
    positiveRate: measure(({ rate }) => rate, 1),
    leeLiu: measure(leeLiuOf),
  };
}

/** NaN if no bag is predicted positive. */
const leeLiuOf = ({ recall, rate }: Pick<Shares, "recall" | "rate">) =>
  rate === 0 ? Number.NaN : (recall * recall) / rate;

/**
 * A value clipped to 0 .. `most`, with an interval that covers `level` of the guesses and always
 * the value.
 */
export function withInterval(
  raw: number,
  guesses: readonly number[],
  level: number = MEASURE_DEFAULTS.level,
  { most = Number.POSITIVE_INFINITY }: { most?: number | undefined } = {},
): Measure {
  const value = Math.min(most, Math.max(0, raw));
  const values = guesses.filter(Number.isFinite);
  const side = (1 - level) / 2;
  const end = (share: number) => (values.length === 0 ? value : Math.min(most, Math.max(0, quantile(values, share))));
  return {
    value,
    low: Math.min(value, end(side)),
    high: Math.max(value, end(1 - side)),
    clipped: value !== raw && !Number.isNaN(value),
  };
}

/**
 * The measures of the sample of p(X) if its unlabeled bags have these counts. NaN where a
 * denominator is 0.
 */
export function judgeCounts(scores: BagScores, threshold: number) {
  const above = (some: ArrayLike<number>) => Array.from(some).filter((score) => score >= threshold).length;
  const sample = sampleOf(scores);
  const known = labelledInSample(scores.scenario) ? Array.from(scores.positive) : [];
  const knownFound = above(known);
  const called = above(sample);
  const size = sample.length;
  const knownPlaces = placesIn(sample, known).reduce((sum, place) => sum + place, 0);
  return ({ positives: hidden, above: [hiddenFound], place }: Omit<HiddenCount, "weights">) => {
    const [positives, found] = [hidden + known.length, hiddenFound + knownFound];
    const share = positives / size;
    const meanPlace = (knownPlaces + (hidden > 0 ? hidden * place : 0)) / positives;
    return {
      recall: found / positives,
      precision: called === 0 ? Number.NaN : found / called,
      accuracy: (found + (size - positives) - (called - found)) / size,
      auc: (meanPlace - share / 2) / (1 - share),
    };
  };
}

const sizeOf = ({ positive, unlabeled, negative }: BagScores) => positive.length + unlabeled.length + negative.length;

/** The shares of a weighted sample. NaN if the positives or the sample have no weight. */
export function sharesOf(scores: BagScores, threshold: number): (weights: BagWeights) => Shares {
  const { positive, unlabeled, scenario } = scores;
  const values = allScores(scores);
  const single = labelledInSample(scenario);
  const isPositive = (i: number) => i < positive.length;
  const inSample = (i: number) => single || (i >= positive.length && i < positive.length + unlabeled.length);
  const order = Uint32Array.from(byScore(values).filter((i) => isPositive(i) || inSample(i)));
  // In a row, because every bootstrap sample reads them all.
  const sorted = Float64Array.from(order, (i) => values[i]);
  return ({ bags, positive: unseen, other }) => {
    // In a single set the sample has unseen bags of both kinds.
    const beyond = single ? [other[0] + unseen[0], other[1] + unseen[1]] : other;
    const answered = { positive: unseen[0], sample: beyond[0] };
    let wins = (beyond[0] * unseen[0]) / 2;
    let above = unseen[0];
    let total = beyond[0];
    for (let at = 0; at < sorted.length; ) {
      const score = sorted[at];
      let tiedPositive = 0;
      let tiedSample = 0;
      for (; at < sorted.length && sorted[at] === score; at++) {
        const i = order[at];
        if (isPositive(i)) tiedPositive += bags[i];
        if (inSample(i)) tiedSample += bags[i];
      }
      wins += tiedSample * (above + tiedPositive / 2);
      above += tiedPositive;
      total += tiedSample;
      if (score >= threshold) {
        answered.positive += tiedPositive;
        answered.sample += tiedSample;
      }
    }
    wins += beyond[1] * (above + unseen[1] / 2);
    above += unseen[1];
    total += beyond[1];
    return { recall: answered.positive / above, rate: answered.sample / total, auc: wins / (above * total) };
  };
}

function valuesOf({ recall, rate, auc }: Shares, prior: number): Record<keyof PuMeasures, number> {
  return {
    recall,
    precision: rate === 0 ? Number.NaN : (prior * recall) / rate,
    accuracy: 1 - riskOf(recall, rate, prior),
    auc: (auc - prior / 2) / (1 - prior),
    leeLiu: leeLiuOf({ recall, rate }),
    positiveRate: rate,
  };
}
