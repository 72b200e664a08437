import type { BagScores } from "./bag-scores.js";
import { ladderOf } from "./isotonic.js";
import { labelledInSample } from "./scenario.js";

/** A possible threshold: bags that score at least `value` are called positive. */
export interface Cut {
  readonly value: number;
  /** How many positive bags, labelled or expected, and how many bags of the sample of p(X), are called positive. */
  readonly positive: number;
  readonly sample: number;
}

/**
 * All possible thresholds, from above all scores, where no bag is called positive, to below all.
 */
export interface Cuts {
  readonly cuts: readonly Cut[];
  readonly positives: number;
  readonly size: number;
}

/**
 * The possible thresholds for held-out bags. Each lies midway between neighbouring distinct scores,
 * so rounding does not matter. Positives are the labelled ones, or with probabilities of the unlabeled bags the expected
 * ones in the sample of p(X). Costs one sort.
 */
export function cutsOf(held: BagScores, probabilities?: Float64Array): Cuts {
  const { scores, sample, size, ...labelled } = ladderOf(held);
  const positive = probabilities === undefined ? labelled.positive : expectedAt(scores, held, probabilities);
  const positives = probabilities === undefined ? labelled.positives : positive.reduce((sum, each) => sum + each, 0);
  const places = dividing(scores);
  const cuts: Cut[] = [{ value: places[0], positive: 0, sample: 0 }];
  const called = { positive: 0, sample: 0 };
  for (let k = 0; k < scores.length; k++) {
    called.positive += positive[k];
    called.sample += sample[k];
    cuts.push({ value: places[k + 1], ...called });
  }
  return { cuts, positives, size };
}

/** The expected number of positives in the sample of p(X) at each score. */
function expectedAt(
  scores: Float64Array,
  { positive, unlabeled, scenario }: BagScores,
  probabilities: Float64Array,
): Float64Array {
  const at = new Map<number, number>();
  const add = (score: number, expected: number) => at.set(score, (at.get(score) ?? 0) + expected);
  unlabeled.forEach((score, i) => {
    add(score, probabilities[i]);
  });
  if (labelledInSample(scenario)) for (const score of positive) add(score, 1);
  return scores.map((score) => at.get(score) ?? 0);
}

/**
 * Thresholds for scores in falling order: above all, between each two that differ, and below all.
 */
export function dividing(scores: Float64Array): number[] {
  const distinct = scores.filter((score, k) => k === 0 || score !== scores[k - 1]);
  const [highest, lowest] = [distinct[0], distinct[distinct.length - 1]];
  const beyond = highest > lowest ? highest / 2 - lowest / 2 : Math.max(1, Math.abs(highest));
  const between = Array.from(distinct.subarray(1), (low, k) => midway(low, distinct[k]));
  const limited = (value: number) => Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value));
  return [limited(highest + beyond), ...between, limited(lowest - beyond)];
}

/**
 * Above the lower score and at most the higher one, even if no other floating-point number lies
 * between them.
 */
function midway(low: number, high: number): number {
  const middle = low / 2 + high / 2;
  return middle > low && middle <= high ? middle : high;
}
