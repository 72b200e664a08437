import { othersOf } from "../../kernels/statistic/leave-one-out.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import {
  baseValues,
  type ForestScorer,
  forestBagScores,
  instanceValues,
  pooledValue,
  summaryRows,
} from "../../scorers/forest/forest-scorer.js";
import { applyLink } from "../../scorers/link.js";
import { highest } from "../../scorers/network/pooling.js";
import type { Examiner } from "./examiner.js";

/** The maximum number of changed values held at a time. */
const MOST_VALUES = 2 ** 20;

/** Examines bags for an ensemble of trees or machines, on summaries of bags or on instances. */
export function forestExaminer(scorer: ForestScorer): Examiner {
  return scorer.on === "bags" ? summaryExaminer(scorer) : memberExaminer(scorer);
}

/**
 * On summaries: minimum, maximum and mean without each instance are known from one pass over the bag.
 * For n instances and d features it costs n + d scored rows of 3 d numbers.
 */
function summaryExaminer(scorer: ForestScorer): Examiner {
  return (bags, each) => {
    const summaries = summaryRows(bags);
    const known = forestBagScores(scorer, bags);
    const { cols } = summaries;
    return {
      scores: () => known,
      examine(bag) {
        const { rows, extremes } = each[bag];
        const { width, size } = rows;
        const own = summaries.data.subarray(bag * cols, (bag + 1) * cols);
        const falls = (count: number, write: (row: Float64Array, k: number) => void) =>
          scoredRows(scorer, { count, cols }, write).map((score) => known[bag] - score);
        return {
          contributions:
            size === 1
              ? new Float64Array(1)
              : falls(size, (row, i) => {
                  const { low, high, mean } = othersOf(rows, extremes, i);
                  row.set(low);
                  row.set(high, width);
                  row.set(mean, 2 * width);
                }),
          effects: (_, { low, high, mean }) =>
            falls(width, (row, j) => {
              row.set(own);
              row[j] = low[j];
              row[width + j] = high[j];
              row[2 * width + j] = mean[j];
            }),
        };
      },
    };
  };
}

/**
 * On instances: an instance contributes its score, and a feature changes the score of the bag through
 * the instance. Costs as much as scoring the bags, and for the effects one instance per feature.
 */
function memberExaminer(scorer: ForestScorer): Examiner {
  return (bags, each) => {
    const values = instanceValues(scorer, bags);
    const scoreOf = (own: Float64Array) => applyLink(scorer.link, Float64Array.of(pooledValue(scorer, own)))[0];
    return {
      scores: () => Float64Array.from(values, scoreOf),
      examine(bag) {
        const { data, start, width } = each[bag].rows;
        const own = values[bag];
        const score = scoreOf(own);
        return {
          contributions: applyLink(scorer.link, own),
          key: highest(own, 0, own.length),
          drop: (instance) => score - scoreOf(own.filter((_, k) => k !== instance)),
          drops: () => applyLink(scorer.link, pooledWithoutEach(scorer, own)).map((rest) => score - rest),
          effects(instance, { mean }) {
            const given = data.slice((start + instance) * width, (start + instance + 1) * width);
            const changed = valuesOfRows(scorer, { count: width, cols: width }, (row, j) => {
              row.set(given);
              row[j] = mean[j];
            });
            if (scorer.topShare < 1) return changed.map((value) => score - scoreOf(own.with(instance, value)));
            const rest = own.reduce((sum, value, k) => (k === instance ? sum : sum + value), 0);
            return applyLink(
              scorer.link,
              changed.map((value) => (rest + value) / own.length),
            ).map((after) => score - after);
          },
        };
      },
    };
  };
}

/** The value of a bag of several without each of its instances. Costs O(n) for a mean, else O(n^2 log n). */
function pooledWithoutEach(scorer: ForestScorer, own: Float64Array): Float64Array {
  if (scorer.topShare < 1)
    return own.map((_, i) =>
      pooledValue(
        scorer,
        own.filter((__, k) => k !== i),
      ),
    );
  const sum = own.reduce((total, value) => total + value, 0);
  return own.map((value) => (sum - value) / (own.length - 1));
}

type Shape = { readonly count: number; readonly cols: number };
type Write = (row: Float64Array, k: number) => void;

/** The scores of rows that are written one by one. */
function scoredRows(scorer: ForestScorer, shape: Shape, write: Write): Float64Array {
  return applyLink(scorer.link, valuesOfRows(scorer, shape, write));
}

/** Their values, for some rows at a time. */
function valuesOfRows({ base }: ForestScorer, { count, cols }: Shape, write: Write): Float64Array {
  const values = new Float64Array(count);
  const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, cols)));
  for (let first = 0; first < count; first += step) {
    const some: Matrix = matrix(Math.min(step, count - first), cols);
    for (let r = 0; r < some.rows; r++) write(some.data.subarray(r * cols, (r + 1) * cols), first + r);
    values.set(baseValues(base, some), first);
  }
  return values;
}
