import { quantile } from "../statistics/quantile.js";
import { bagScores, type GivenScores } from "./bag-scores.js";
import { expectedGain } from "./expected-gain.js";
import { type GainOptions, gainReplicates } from "./top-k.js";

export interface GainPoint {
  /** How many unlabeled bags are reviewed, highest scores first. */
  readonly reviewed: number;
  /** The expected number of positives among them. */
  readonly found: number;
  /** The interval for the number that is actually found. */
  readonly low: number;
  readonly high: number;
}

export interface PrecisionRecallPoint {
  /** The expected share of the positives among the unlabeled bags that is found. */
  readonly recall: number;
  /**
   * The expected share of positives among the reviewed bags, with the interval for the actual
   * share.
   */
  readonly precision: number;
  readonly low: number;
  readonly high: number;
  readonly reviewed: number;
}

export interface PuCurves {
  /** From no bag to all unlabeled bags. */
  readonly gain: readonly GainPoint[];
  /** From the first bag to all unlabeled bags, recall ascending. */
  readonly precisionRecall: readonly PrecisionRecallPoint[];
}

/** The largest number of points. */
const POINTS = 100;

/**
 * The gain curve and the precision-recall curve for reviewing unlabeled bags from the highest score
 * down. The bands are pointwise, from the bootstrap of `topK`. Thinned to at most 100 points,
 * closer together at the start. Costs O(bags) for each bootstrap sample.
 */
export function puCurves(given: GivenScores, options: GainOptions): PuCurves {
  const held = bagScores(given);
  const ks = thinned(held.unlabeled.length);
  const { found } = expectedGain(held, options.prior, options.belief);
  const all = found[found.length - 1];
  const replicates = gainReplicates(held, options, ks);
  const side = (1 - (options.level ?? 0.9)) / 2;
  const band = (value: number, values: readonly number[]) => ({
    low: values.length === 0 ? value : Math.min(value, quantile(values, side)),
    high: values.length === 0 ? value : Math.max(value, quantile(values, 1 - side)),
  });
  const gain = ks.map((k, at) => ({
    reviewed: k,
    found: found[k],
    ...band(
      found[k],
      replicates.map((found) => found[at]),
    ),
  }));
  const precisionRecall = ks.map((k, at) => ({
    recall: all === 0 ? 0 : found[k] / all,
    precision: found[k] / k,
    ...band(
      found[k] / k,
      replicates.map((found) => found[at] / k),
    ),
    reviewed: k,
  }));
  return { gain: [{ reviewed: 0, found: 0, low: 0, high: 0 }, ...gain], precisionRecall };
}

/** At most `POINTS` - 1 numbers from 1 to n, with growing steps. */
function thinned(n: number): number[] {
  const most = POINTS - 1;
  if (n <= most) return Array.from({ length: n }, (_, i) => i + 1);
  // A parabola that starts with steps of 1: k = i + c i^2.
  const c = (n - most) / most ** 2;
  return Array.from({ length: most }, (_, i) => Math.round(i + 1 + c * (i + 1) ** 2));
}
