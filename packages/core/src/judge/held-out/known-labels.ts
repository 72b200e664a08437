import type { BagScores } from "../../scores/bag-scores.js";
import type { Measure, PuMeasures } from "../../scores/pu-measures.js";
import { evaluateWithTruth, type TruthOptions } from "../evaluate-with-truth.js";

/**
 * Held-out bags that all have a known label (`allKnown`), compared with these labels. Throws an
 * InputError unless both classes occur.
 */
export function evaluateKnown(held: BagScores, options: Omit<TruthOptions, "clusters"> = {}) {
  const { positive, negative, clusters } = held;
  const scores = Float64Array.from([...positive, ...negative]);
  const truth = Int8Array.from(scores, (_, i) => (i < positive.length ? 1 : -1));
  return { bags: scores.length, unlabeled: 0, ...evaluateWithTruth(scores, truth, { ...options, clusters }) };
}

/**
 * The same as the measures of a report. Rates that have no interval there are given without one.
 */
export function knownMeasures(held: BagScores, options: Omit<TruthOptions, "clusters"> = {}): PuMeasures {
  const { bags, intervals, confusion, ...found } = evaluateKnown(held, options);
  const rate = (confusion.truePositive + confusion.falsePositive) / bags;
  const exact = (value: number): Measure => ({ value, low: value, high: value, clipped: false });
  const measured = (name: keyof typeof intervals): Measure => ({
    value: found[name],
    ...intervals[name],
    clipped: false,
  });
  return {
    recall: measured("recall"),
    precision: measured("precision"),
    accuracy: measured("accuracy"),
    auc: measured("auc"),
    leeLiu: exact(found.recall ** 2 / rate),
    positiveRate: exact(rate),
  };
}
