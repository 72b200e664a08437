import { exp, log } from "@bagwise/core/base";
import { type BagScores, sampleOf } from "@bagwise/core/scores";
import { quantile } from "@bagwise/core/statistics";

/** Small samples get fewer bars, so that a bar holds more than one or two bags. */
const MOST_BARS = 40;
/** The number of points on the curves. */
const POINTS = 161;
/** Tukey's outer fences: a few scores should not squeeze all others. */
const FENCE = 3;
/** A threshold up to this many picture widths away is still shown. */
const REACH = 0.35;

/** The estimated mixture at one score, in bags per bar. */
export type MixturePoint = ReturnType<typeof curveOf>[number];

/** The distribution of scores, in numbers that a figure can show. */
export type MixturePicture = NonNullable<ReturnType<typeof mixturePicture>>;

/**
 * Bars of held-out scores, with the threshold as one edge, and the mixture p(X) = prior p(X|+1) +
 * the rest over them, both smoothed with Silverman's width for the positives. Null if all scores
 * are equal or none is finite. Costs O(bags log bags).
 */
export function mixturePicture(held: BagScores, { threshold, prior }: { threshold: number; prior: number | null }) {
  const finite = (scores: Float64Array) => scores.filter(Number.isFinite).sort();
  const [sample, positive, negative] = [finite(sampleOf(held)), finite(held.positive), finite(held.negative)];
  if (sample.length === 0) return null;
  const window = windowOf([sample, positive], threshold);
  if (window === null) return null;
  const { width, first, count } = window;
  const edge = (k: number) => threshold + (first + k) * width;
  const [low, high] = [edge(0), edge(count)];
  const barOf = (score: number) => Math.min(count - 1, Math.floor((score - threshold) / width) - first);
  const tally = (scores: Float64Array) => {
    const counts = new Array<number>(count).fill(0);
    for (const score of scores) if (score >= low && score <= high) counts[Math.max(0, barOf(score))]++;
    return counts;
  };
  const [ofSample, ofPositive, ofNegative] = [tally(sample), tally(positive), tally(negative)];
  // The sample of p(X) is the unlabeled bags, or all bags of a single set.
  const bars = ofSample.map((n, k) => ({
    from: edge(k),
    to: edge(k + 1),
    sample: n,
    positive: ofPositive[k],
    negative: ofNegative[k],
  }));
  const curve =
    prior === null || positive.length === 0 ? [] : curveOf({ sample, positive }, { low, high, width }, prior);
  const sum = (value: (point: MixturePoint) => number) => curve.reduce((total, point) => total + value(point), 0);
  const all = sum((point) => point.positive);
  const outside = (test: (score: number) => boolean) => sample.filter(test).length + positive.filter(test).length;
  return {
    low,
    high,
    width,
    /** Each up to, not including, `to`; the last one includes its end. */
    bars,
    /** Empty without a prior, or without positives. */
    curve,
    /** The share of the expected positives without a bag, because the rest was clipped. */
    cutShare: all > 0 ? sum((point) => Math.max(0, point.positive - point.sample)) / all : 0,
    /** Scores of the sample and of positives outside of the picture. */
    beyond: { left: outside((score) => score < low), right: outside((score) => score > high) },
    thresholdShown: threshold >= low && threshold <= high,
  };
}

/** Bars of a round width, counted from the threshold. Null if all scores are equal. */
function windowOf(
  samples: readonly Float64Array[],
  threshold: number,
): { width: number; first: number; count: number } | null {
  const shown = samples.filter(({ length }) => length > 0);
  const fences = shown.map(fencesOf);
  let low = Math.min(...fences.map(([from]) => from));
  let high = Math.max(...fences.map(([, to]) => to));
  // Scores that differ only by rounding look the same to a reader.
  if (!(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))) return null;
  const room = REACH * (high - low);
  if (threshold < low && threshold >= low - room) low = threshold;
  if (threshold > high && threshold <= high + room) high = threshold;
  const width = niceStep((high - low) / barsFor(shown[0].length));
  const first = Math.floor((low - threshold) / width);
  return { width, first, count: Math.max(1, Math.floor((high - threshold) / width) + 1 - first) };
}

function curveOf(
  { sample, positive }: { sample: Float64Array; positive: Float64Array },
  { low, high, width }: { low: number; high: number; width: number },
  prior: number,
) {
  const smoothing = Math.max(smoothingOf(positive.length > 1 ? positive : sample, positive.length) || width, width / 2);
  const scores = Array.from({ length: POINTS }, (_, k) => low + ((high - low) * k) / (POINTS - 1));
  const ofSample = smoothed(sample, scores, smoothing);
  const ofPositive = smoothed(positive, scores, smoothing);
  const bags = sample.length * width;
  return scores.map((score, k) => {
    const all = ofSample[k] * bags;
    const found = prior * ofPositive[k] * bags;
    // What is left for negatives is clipped at 0 where more positives are expected than bags.
    return { score, sample: all, positive: found, rest: Math.max(0, all - found), cut: found > all };
  });
}

/** Silverman's rule for n values with this spread. 0 if there is no spread. */
function smoothingOf(sorted: Float64Array, n: number): number {
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const sd = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / sorted.length);
  const middle = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  return 0.9 * (middle > 0 ? Math.min(sd, middle) : sd) * exp(-log(n) / 5);
}

/** Values are first collected in fine cells, so that the cost is not points x values. */
function smoothed(sorted: Float64Array, scores: readonly number[], smoothing: number): number[] {
  const cell = smoothing / 16;
  const cells: { at: number; values: number }[] = [];
  for (const value of sorted) {
    const at = Math.round((value - scores[0]) / cell);
    const last = cells.at(-1);
    if (last !== undefined && last.at === at) last.values++;
    else cells.push({ at, values: 1 });
  }
  const factor = 1 / (sorted.length * smoothing * Math.sqrt(2 * Math.PI));
  return scores.map((score) => {
    let sum = 0;
    for (const { at, values } of cells) {
      const distance = (score - scores[0] - at * cell) / smoothing;
      if (distance < 6 && distance > -6) sum += values * exp(-0.5 * distance * distance);
    }
    return sum * factor;
  });
}

/** The range of the sorted scores within the fences; of all if half of them are equal. */
function fencesOf(sorted: Float64Array): [number, number] {
  const [from, to] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  const room = FENCE * (to - from);
  const inside = room > 0 ? sorted.filter((score) => score >= from - room && score <= to + room) : sorted;
  return [inside[0], inside[inside.length - 1]];
}

/** Three times the cube root, from 14 to 40. Counted: a root's last bit differs by engine. */
function barsFor(bags: number): number {
  let bars = 14;
  while (bars < MOST_BARS && (bars + 1) ** 3 <= 27 * bags) bars++;
  return bars;
}

/**
 * The largest of 1, 2, 2.5 and 5 times a power of ten up to about this. Read from its text, because
 * the last bit of a logarithm differs between engines.
 */
function niceStep(about: number): number {
  const power = Number(`1e${about.toExponential().split("e")[1]}`);
  const factor = [10, 5, 2.5, 2].find((each) => each * power <= about * 1.2) ?? 1;
  return factor * power;
}
