import type { BagScores } from "./bag-scores.js";
import { ladderOf } from "./isotonic.js";

/** A possible threshold: bags that score at least `value` are called positive. */
export interface Cut {
  readonly value: number;
  /** How many positive bags, and how many bags of the sample of p(X), are called positive. */
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
 * so rounding does not matter. Costs one sort.
 */
export function cutsOf(held: BagScores): Cuts {
  const { scores, positive, sample, positives, size } = ladderOf(held);
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
