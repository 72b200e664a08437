import { exp, log } from "../../base/portable-math.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { beliefExpectation } from "../belief/belief.js";
import { type ProbabilityRanges, rangesAt } from "../belief/probability-ranges.js";
import { BELIEF_LEVEL } from "../belief/summary.js";
import type { MixtureParameters } from "./parameters.js";
import type { StandardScores } from "./standard-scores.js";

/**
 * The log-odds are computed at standardised scores from -5 to 8. Between -1 and 1, straight lines
 * between the knots were off by at most 0.023, mostly below 0.01.
 */
const FIRST = -5;
const LAST = 8;
const STEP = 0.25;
/** Pairs of distributions and priors with less weight are left out. */
const NEGLIGIBLE = 1e-6;
/** One half, but for rounding: the mean of a range around it is not below. */
const MIDDLE = 0.5 - 1e-9;
/** A pair with a share of look-alikes and a prior is left out if together they weigh less. */
const LEAST_WEIGHT = 1e-10;
/** The log-odds between two distributions stay within this, so that no exponential overflows. */
const GREATEST_RATIO = 300;
/** The log-odds rise at least by this between knots, so that different scores stay different. */
const LEAST_RISE = 1e-9;
/** How the probability of a bag is spread is counted in cells of this many a unit. */
const CELLS = 100;
/** What lies beyond each end of a range. */
const TAIL = (1 - BELIEF_LEVEL) / 2;

/**
 * The log-odds of being positive as a function of the raw score, linear between knots. Both arrays
 * rise strictly, and all values are finite.
 */
export interface ScoreLink {
  readonly knots: Float64Array;
  readonly values: Float64Array;
  /** Where the probability of each knot may lie, given all that is uncertain. */
  readonly ranges: ProbabilityRanges;
}

/** A share of the bags that may look positive, with how many of those truly are. */
export interface LookingShare {
  /** The share of the bags that looks positive, above 0 and below 1. */
  readonly looking: number;
  /** The row of the weights of pairs. */
  readonly row: number;
  /** What part of these truly is positive, with the belief in it. All beliefs of all rows sum to 1. */
  readonly truly: readonly { readonly part: number; readonly weight: number }[];
}

/** What the log-odds are averaged over, beside the scores. */
interface Averaged {
  readonly shares: readonly LookingShare[];
  /** Those of the pairs of distributions: weights[row x pairs + pair]. Each row sums to 1. */
  readonly weights: Float64Array;
  /** What is believed about the prior if scores tell nothing. */
  readonly without: PriorBelief;
  /** The probability that scores tell nothing, so that every bag has the prior as its probability. */
  readonly doubt: number;
}

/**
 * log(p / (1 - p)) at each knot, where p is the mean over everything that is uncertain of
 *
 *   (pi / s) sigmoid(log-likelihood ratio + log(s / (1 - s))) :
 *
 * the pairs of distributions, the share s that looks positive, and the share pi that is. With the probability `doubt`
 * it is pi instead. If that is 1, every probability is the prior, and the log-odds only say what scores suggest. Unless the
 * prior is exact, they then stay on the side of one half where its mean is: nobody is called positive, or everybody.
 * Costs shares x pairs x 53 divisions.
 */
export function mixtureLink(scores: StandardScores, parameters: MixtureParameters, over: Averaged): ScoreLink {
  const { doubt, without } = over;
  const exact = without.points.length === 1;
  const ofValues = doubt < 1 ? doubt : 0;
  const knots = linkKnots(scores);
  const shares = over.shares.filter(({ truly }) =>
    truly.some(({ weight }) => weight > NEGLIGIBLE / over.shares.length),
  );
  const joint = jointOf(parameters.size, shares, over.weights);
  const ofPrior = spreadOf(without);
  const prior = beliefExpectation(without, (pi) => pi);
  const values = new Float64Array(knots.length);
  const [low, high]: number[][] = [[], []];
  for (let knot = 0; knot < knots.length; knot++) {
    const at = atScore(parameters, joint, (knots[knot] - scores.centre) / scores.scale);
    const [positive, negative] = [at.positive, at.negative].map((weight) => (1 - ofValues) * weight);
    values[knot] = log(positive + ofValues * prior) - log(negative + ofValues * (1 - prior));
    const spread = spreadOver(shares, joint, at).map((weight, cell) => (1 - doubt) * weight + doubt * ofPrior[cell]);
    low.push(spreadQuantile(spread, TAIL));
    high.push(spreadQuantile(spread, 1 - TAIL));
  }
  rising(values, LEAST_RISE);
  const last = values[values.length - 1];
  const shift =
    doubt < 1 || exact ? 0 : prior < MIDDLE ? Math.min(0, -LEAST_RISE - last) : Math.max(0, LEAST_RISE - values[0]);
  const probabilities = Array.from(values, (value) => (doubt < 1 ? 1 / (1 + exp(-value)) : prior));
  return {
    knots,
    values: values.map((value) => value + shift),
    ranges: rangesAt(probabilities, rising(low, 0), rising(high, 0)),
  };
}

/** The shares in rows of numbers, which every score reads. */
interface Joint {
  readonly looking: Float64Array;
  /** The belief in each share, and the mean part of it that truly is positive. */
  readonly own: Float64Array;
  readonly truly: Float64Array;
  /** The weight of each pair and share: joint[pair x shares + share]; and of each pair. */
  readonly joint: Float64Array;
  readonly totals: Float64Array;
}

function jointOf(size: number, shares: readonly LookingShare[], weights: Float64Array): Joint {
  const count = shares.length;
  const own = Float64Array.from(shares, ({ truly }) => truly.reduce((sum, { weight }) => sum + weight, 0));
  const parts = shares.map(({ truly }) => truly.reduce((sum, { part, weight }) => sum + part * weight, 0));
  const joint = new Float64Array(size * count);
  const totals = new Float64Array(size);
  for (const [i, { row }] of shares.entries())
    for (let k = 0; k < size; k++) {
      const weight = own[i] * weights[row * size + k];
      joint[k * count + i] = weight;
      totals[k] += weight;
    }
  return {
    looking: Float64Array.from(shares, (share) => share.looking),
    own,
    truly: Float64Array.from(parts, (part, i) => part / own[i]),
    joint,
    totals,
  };
}

/** What is believed about a bag with some score. */
interface AtScore {
  /** The weights of both classes. They add up to 1. */
  readonly positive: number;
  readonly negative: number;
  /** The weight of each cell of the probability of looking positive, for each share, up to a factor. */
  readonly cells: Float64Array;
  readonly total: number;
}

function atScore(parameters: MixtureParameters, { looking, truly, joint, totals }: Joint, score: number): AtScore {
  const count = looking.length;
  const cells = new Float64Array(count * CELLS);
  let [positive, negative] = [0, 0];
  for (let k = 0; k < parameters.size; k++) {
    if (totals[k] < LEAST_WEIGHT) continue;
    const logOdds = logRatio(parameters, k, score);
    // The lesser density relative to the greater one, so that no digits are lost, however far the score.
    const ofP = logOdds >= 0 ? 1 : exp(logOdds);
    const ofN = logOdds >= 0 ? exp(-logOdds) : 1;
    for (let i = 0, at = k * count; i < count; i++, at++) {
      const weight = joint[at];
      if (weight < LEAST_WEIGHT) continue;
      const inP = looking[i] * ofP;
      const inN = (1 - looking[i]) * ofN;
      const looks = inP / (inP + inN);
      positive += weight * looks * truly[i];
      negative += weight * (inN / (inP + inN) + looks * (1 - truly[i]));
      cells[i * CELLS + (looks < 1 ? (looks * CELLS) | 0 : CELLS - 1)] += weight;
    }
  }
  const total = positive + negative;
  return { positive: positive / total, negative: negative / total, cells, total };
}

/** How the probability is spread over its cells. */
function spreadOver(shares: readonly LookingShare[], { own }: Joint, { cells, total }: AtScore): Float64Array {
  const spread = new Float64Array(CELLS);
  for (const [i, share] of shares.entries())
    for (let cell = 0; cell < CELLS; cell++) {
      const weight = cells[i * CELLS + cell] / (own[i] * total);
      if (weight < NEGLIGIBLE) continue;
      for (const each of share.truly) spread[Math.floor((cell + 0.5) * each.part)] += weight * each.weight;
    }
  return spread;
}

/** The probability of looking positive at a score if this share does, over the pairs with the weights of this row. */
export function looksPositive(
  parameters: MixtureParameters,
  row: Float64Array,
  { looking, score }: { looking: number; score: number },
): number {
  let sum = 0;
  for (let k = 0; k < parameters.size; k++) {
    if (row[k] < NEGLIGIBLE) continue;
    sum += row[k] / (1 + ((1 - looking) / looking) * exp(-logRatio(parameters, k, score)));
  }
  return sum;
}

/** A belief in cells of probability. */
function spreadOf({ points, weights }: PriorBelief): Float64Array {
  const spread = new Float64Array(CELLS);
  for (const [i, pi] of points.entries()) spread[Math.min(CELLS - 1, Math.floor(pi * CELLS))] += weights[i];
  return spread;
}

/** The probability below which this share of the weight lies, which is even within each cell. */
function spreadQuantile(spread: Float64Array, share: number): number {
  let below = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    if (below + spread[cell] >= share && spread[cell] > 0) return (cell + (share - below) / spread[cell]) / CELLS;
    below += spread[cell];
  }
  return 1;
}

/** Raises values, in place, so that each is above the one before by at least this. */
function rising<Values extends Float64Array | number[]>(values: Values, least: number): Values {
  for (let k = 1; k < values.length; k++) values[k] = Math.max(values[k], values[k - 1] + least);
  return values;
}

/** The knots as raw scores. Held-out scores beyond the range add a knot at each end. */
function linkKnots({ centre, scale, least, greatest }: StandardScores): Float64Array {
  const inner = Array.from({ length: (LAST - FIRST) / STEP + 1 }, (_, k) => centre + scale * (FIRST + k * STEP));
  return Float64Array.from([
    ...(least < inner[0] ? [least] : []),
    ...inner,
    ...(greatest > inner[inner.length - 1] ? [greatest] : []),
  ]);
}

/**
 * log P(x) - log N(x) of the k-th pair. With different variances it is a parabola. Beyond its
 * vertex it stays constant, so that a higher score never counts against a bag.
 */
function logRatio({ meanP, varianceP, meanN, varianceN }: MixtureParameters, k: number, score: number): number {
  const mP = meanP[k];
  const vP = varianceP[k];
  const mN = meanN[k];
  const vN = varianceN[k];
  const curvature = (1 / vN - 1 / vP) / 2;
  let x = score;
  if (Math.abs(curvature) > 1e-9) {
    const vertex = (mN / vN - mP / vP) / (2 * curvature);
    x = curvature > 0 ? Math.max(x, vertex) : Math.min(x, vertex);
  }
  const ratio = (x - mN) ** 2 / (2 * vN) - (x - mP) ** 2 / (2 * vP) + log(vN / vP) / 2;
  return Math.min(GREATEST_RATIO, Math.max(-GREATEST_RATIO, ratio));
}
