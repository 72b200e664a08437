import type { Others } from "../../../kernels/statistic/leave-one-out.js";
import { clipped, type DirectionColumns } from "../../../kernels/views/rows.js";
import type { Views } from "../../../kernels/views/views.js";
import { type Matrix, matrix } from "../../../linalg/matrix.js";
import type { ViewBlock } from "./block.js";
import { addCentreRow, rowOf, type ViewCentres } from "./centres.js";
import type { SquaredCosines } from "./squared-cosines.js";
import type { BlockSums } from "./sums.js";

/** What is needed to change one feature of one instance of a bag. */
interface ViewEffects {
  readonly block: ViewBlock;
  readonly sums: BlockSums;
  /** The index of the bag in the block. */
  readonly bag: number;
  readonly others: Others;
  /** Only this many features with the largest effects are needed. */
  readonly most: number;
  /** Effects for given sums over all views, many at once; they never rise with the sum. */
  effectsFor(sums: Float64Array): Float64Array;
}

/**
 * The effects of features: exact for the largest, 0 for all that are certainly smaller. One feature
 * changes one column of every part, usually of the mean alone. Then two moments give the sum to
 * second order with a bound on the error, and features that cannot be among the largest are
 * skipped.
 */
export function viewEffects(views: Views, centres: ViewCentres, columns: DirectionColumns) {
  const { dimension: d, centre, scaleMean, scaleAll, widths } = views;
  const { factor, meanColumns, allColumns, allMean } = centres;
  const largestMean = largestOf(meanColumns);
  const largestAll = largestOf(allColumns);
  const standard = (c: number, value: number) => clipped((value - centre[c]) / scaleAll[c]);
  const count = meanColumns.cols;
  const four = new Float64Array(count);
  const five = new Float64Array(count);
  // The rows of view 4 are those of view 3 times this, or have moments of their own.
  const times4 = allMean === undefined ? widths[0] / widths[1] : 1;
  const moments4 = allMean === undefined ? 0 : 2 * d;

  return ({ block, sums, bag, others, most, effectsFor }: ViewEffects): Float64Array => {
    const { three: sum3, four: sum4, five: sum5, sum: gaussian } = sums.bags[bag];
    const row = block.starts[bag];
    const mean3 = rowOf(block.mean3, row);
    const mean4 = rowOf(block.mean4, row);
    const z = rowOf(block.extremes, bag);
    const ranks = others.mean.map((mean, j) => columns.rank(j, mean));
    const directed = changedDirections(
      centres.cosines[0],
      rowOf(block.deviations, bag),
      others.mean.map((mean, j) => columns.deviation(j, mean, ranks[j])),
    );
    const second = changedDirections(centres.cosines[1], rowOf(block.ranks, bag), ranks);
    for (let j = 0; j < d; j++) directed[j] += second[j] + gaussian;
    const change3 = new Float64Array(d);
    const change4 = new Float64Array(d);
    const longer3 = new Float64Array(d);
    const longer4 = new Float64Array(d);
    for (let j = 0; j < d; j++) {
      const after3 = clipped((others.mean[j] - centre[2 * d + j]) / scaleMean[j]);
      const after4 = standard(2 * d + j, others.mean[j]);
      change3[j] = after3 - mean3[j];
      change4[j] = after4 - mean4[j];
      longer3[j] = (change3[j] * (after3 + mean3[j])) / widths[0];
      longer4[j] = (change4[j] * (after4 + mean4[j])) / widths[1];
    }
    const movesExtreme = (j: number) =>
      standard(j, others.low[j]) !== z[j] || standard(d + j, others.high[j]) !== z[d + j];

    /** The sum with feature j changed. */
    const exactly = (j: number): number => {
      const weight = factor[2 * d + j];
      let gain = sum3.gain(rowOf(meanColumns, j), largestMean[j], change3[j], longer3[j]);
      if (!movesExtreme(j)) {
        // Only the mean changes, by a multiple of one column.
        const column = rowOf(allColumns, 2 * d + j);
        const largest = largestAll[2 * d + j];
        gain += sum4.gain(column, largest, change4[j], longer4[j]);
        if (weight !== 0) gain += sum5.gain(column, largest, weight * change4[j], weight * longer4[j]);
        return directed[j] + gain;
      }
      four.fill(0);
      five.fill(0);
      addCentreRow(four, five, allColumns, 2 * d + j, change4[j], weight);
      let less4 = longer4[j];
      let less5 = weight * longer4[j];
      for (const [c, value] of [
        [j, others.low[j]],
        [d + j, others.high[j]],
      ]) {
        const after = standard(c, value);
        addCentreRow(four, five, allColumns, c, after - z[c], factor[c]);
        const longer = ((after - z[c]) * (after + z[c])) / widths[1];
        less4 += longer;
        less5 += factor[c] * longer;
      }
      return directed[j] + gain + sum4.gain(four, Infinity, 1, less4) + sum5.gain(five, Infinity, 1, less5);
    };

    const result = new Float64Array(d);
    if (most >= d) return effectsFor(result.map((_, j) => exactly(j)));
    const moments = sums.moments();
    const [m3, m4, m5] = [0, 1, 2].map((view) => rowOf(moments, 3 * bag + view));
    const moves = Array.from({ length: d }, (_, j) => movesExtreme(j));
    // The lower bounds of the sums, then the upper bounds.
    const ends = new Float64Array(2 * d);
    for (let j = 0; j < d; j++) {
      if (moves[j]) continue;
      const weight = factor[2 * d + j];
      const factor4 = times4 * change4[j];
      const largest = largestAll[2 * d + j];
      const at = moments4 + j;
      const estimate =
        directed[j] +
        sum3.estimate(m3[j], m3[d + j], change3[j], longer3[j]) +
        sum4.estimate(m4[at], m4[d + at], factor4, longer4[j]) +
        sum5.estimate(m5[at], m5[d + at], weight * factor4, weight * longer4[j]);
      const error =
        sum3.error(largestMean[j], change3[j], longer3[j]) +
        sum4.error(largest, change4[j], longer4[j]) +
        sum5.error(largest, weight * change4[j], weight * longer4[j]) +
        ROUNDING * (Math.abs(estimate) + sum3.size + sum4.size + sum5.size);
      ends[j] = estimate - error;
      ends[d + j] = estimate + error;
    }
    const endEffects = effectsFor(ends);
    const bounds = (j: number): readonly [number, number] => {
      if (moves[j]) return [0, Infinity];
      const high = endEffects[j];
      const low = endEffects[d + j];
      const least = low > 0 ? low : high < 0 ? -high : 0;
      return [least, Math.max(Math.abs(low), Math.abs(high))];
    };
    const few = largestFew(d, most, bounds);
    const effects = effectsFor(Float64Array.from(few, exactly));
    for (const [k, j] of few.entries()) result[j] = effects[k];
    return result;
  };
}

/** The maximum rounding error of the sums. */
const ROUNDING = 1e-12;

/** The sum of a direction view if number j of v is replaced, for each j. */
function changedDirections(cosines: SquaredCosines, v: Float64Array, values: Float64Array): Float64Array {
  return cosines.changed(v, values).map((sum, j) => {
    if (!Number.isNaN(sum)) return sum;
    const row: Matrix = matrix(1, v.length + 1);
    row.data.set(v);
    row.data[j] = values[j];
    return cosines.of(row)[0];
  });
}

/** The largest magnitude in each row. */
function largestOf({ rows, cols, data }: Matrix): Float64Array {
  const largest = new Float64Array(rows);
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / cols);
    largest[row] = Math.max(largest[row], Math.abs(data[at]));
  }
  return largest;
}

/** The indices that may be among the `most` largest, given bounds on each value. Ascending. */
function largestFew(
  count: number,
  most: number,
  bounds: (j: number) => readonly [least: number, largest: number],
): number[] {
  const all = Array.from({ length: count }, (_, j) => bounds(j));
  const least = new Float64Array(count);
  for (let j = 0; j < count; j++) least[j] = all[j][0];
  least.sort();
  const enough = most < count ? least[count - most] : 0;
  const few: number[] = [];
  for (let j = 0; j < count; j++) if (all[j][1] >= enough) few.push(j);
  return few;
}
