import { BagSet } from "../../bags/bag-set.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { bagScorer, type Scorer } from "../../scorers/scorer.js";
import type { Examiner } from "./examiner.js";

/** The maximum number of values in bags that are scored at a time. */
const MOST_VALUES = 2 ** 20;

/**
 * Examines bags for any scorer, by scoring each bag without each of its instances, and with each feature
 * changed. For n instances and d features it costs n + d times the score of a bag.
 */
export function scoringExaminer(scorer: Scorer): Examiner {
  const scoresOf = bagScorer(scorer);
  return (bags, each) => {
    const known = scoresOf(bags);
    /** How much the score falls in each version of a bag, a list of rows one after the other. */
    const falls = (bag: number, count: number, version: (k: number) => Float64Array): Float64Array => {
      const { rows } = each[bag];
      const result = new Float64Array(count);
      const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, rows.size * rows.width)));
      for (let from = 0; from < count; from += step) {
        const some = Array.from({ length: Math.min(step, count - from) }, (_, k) => version(from + k));
        for (const [k, score] of scoresOf(bagsOf(bags, some)).entries()) result[from + k] = known[bag] - score;
      }
      return result;
    };
    return {
      scores: () => known,
      examine(bag) {
        const { rows } = each[bag];
        const own = valuesOf(rows);
        return {
          contributions:
            rows.size > 1 ? falls(bag, rows.size, (i) => without(own, i, rows.width)) : new Float64Array(1),
          effects: (instance, { mean }) =>
            falls(bag, rows.width, (j) => {
              const changed = own.slice();
              changed[instance * rows.width + j] = mean[j];
              return changed;
            }),
        };
      },
    };
  };
}

function valuesOf({ data, start, size, width }: BagRows): Float64Array {
  return data.slice(start * width, (start + size) * width);
}

function without(values: Float64Array, instance: number, width: number): Float64Array {
  const rest = new Float64Array(values.length - width);
  rest.set(values.subarray(0, instance * width));
  rest.set(values.subarray((instance + 1) * width), instance * width);
  return rest;
}

/** Bags with these values and the features of others. */
function bagsOf({ features }: BagSet, values: readonly Float64Array[]): BagSet {
  const offsets = new Uint32Array(values.length + 1);
  for (const [k, each] of values.entries()) offsets[k + 1] = offsets[k] + each.length / features.length;
  const data = new Float64Array(offsets[values.length] * features.length);
  for (const [k, each] of values.entries()) data.set(each, offsets[k] * features.length);
  const ids = values.map((_, k) => `${k}`);
  return BagSet.own({ data, offsets, ids, labels: new Int8Array(values.length), features }, { distinct: true });
}
