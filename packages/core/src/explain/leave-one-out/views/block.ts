import { CANCELLED_SUM, meanWithout } from "../../../kernels/statistic/leave-one-out.js";
import { clipped, type DirectionColumns } from "../../../kernels/views/rows.js";
import type { Views } from "../../../kernels/views/views.js";
import { linearAlgebra } from "../../../linalg/backend.js";
import { chosenColumns, type Matrix, matrix } from "../../../linalg/matrix.js";
import type { ExtremeBag } from "../examiner.js";
import { Buffers } from "./buffers.js";
import type { ViewCentres } from "./centres.js";

/** See `viewBlocks`. */
export type ViewBlock = ReturnType<ReturnType<typeof viewBlocks>>;

/**
 * All that matrix products can do for several bags; the next call overwrites the result. The rows of
 * each bag are together: the bag, then, with more than one instance, the bag without each.
 */
export function viewBlocks(views: Views, centres: ViewCentres, columns: DirectionColumns) {
  const { dimension: d, centre, scaleMean, scaleAll, widths } = views;
  const { factor, used, allMean } = centres;
  const count = views.centres.rows;
  const buffers = new Buffers<
    | "means"
    | "directions"
    | "ranks"
    | "mean3"
    | "mean4"
    | "product3"
    | "product4"
    | "product5"
    | "used"
    | "own4"
    | "own5"
  >();
  const meanFactor = factor.subarray(2 * d);
  const la = linearAlgebra();
  return (bags: readonly ExtremeBag[]) => {
    const starts = new Uint32Array(bags.length + 1);
    for (const [k, { rows }] of bags.entries()) starts[k + 1] = starts[k] + (rows.size > 1 ? rows.size + 1 : 1);
    const rows = starts[bags.length];
    const means = buffers.take("means", rows, d);
    for (const [k, bag] of bags.entries()) writeMeans(bag, means.data, starts[k] * d);

    const directions = buffers.take("directions", rows, d + 1);
    const ranked = buffers.take("ranks", rows, d + 1);
    const mean3 = buffers.take("mean3", rows, d);
    const mean4 = allMean === undefined ? mean3 : buffers.take("mean4", rows, d);
    for (let j = 0; j < d; j++) {
      for (let r = 0, at = j, to = j; r < rows; r++, at += d, to += d + 1) {
        const rank = columns.rank(j, means.data[at]);
        ranked.data[to] = rank;
        directions.data[to] = columns.deviation(j, means.data[at], rank);
      }
    }
    for (let r = 0, at = 0; r < rows; r++) {
      for (let j = 0; j < d; j++, at++) {
        const deviation = means.data[at] - centre[2 * d + j];
        mean3.data[at] = clipped(deviation / scaleMean[j]);
        if (mean4 !== mean3) mean4.data[at] = clipped(deviation / scaleAll[2 * d + j]);
      }
      directions.data[at + r] = 0;
      ranked.data[at + r] = 0;
    }
    const deviations = firstRows(directions, starts);
    const ownRanks = firstRows(ranked, starts);
    const directed = centres.cosines[0].of(directions);
    const second = centres.cosines[1].of(ranked);
    for (let r = 0; r < rows; r++) directed[r] += second[r];

    const extremes = matrix(bags.length, 2 * d);
    const weighted = matrix(bags.length, 2 * d);
    for (const [k, bag] of bags.entries()) {
      for (let c = 0; c < 2 * d; c++) {
        const value = c < d ? bag.extremes.low[c] : bag.extremes.high[c - d];
        const z = clipped((value - centre[c]) / scaleAll[c]);
        extremes.data[k * 2 * d + c] = z;
        weighted.data[k * 2 * d + c] = z * factor[c];
      }
    }
    const squares3 = toChanges(mean3, starts, meanFactor, widths[0]);
    const squares4 = allMean === undefined ? undefined : toChanges(mean4, starts, meanFactor, widths[1]);
    const over = widths[0] / widths[1];
    const product3 = la.gemmNT(mean3, centres.mean, { out: buffers.take("product3", rows, count) });
    return {
      /** The first row of each bag. */
      starts,
      /** The sum over centres of the two direction views, per row. */
      directed,
      /** The mean of each bag as view 1 takes it, and as ranks. One row per bag. */
      deviations,
      ranks: ownRanks,
      /** The standardised means of views 3 and 4: of the bag, then the changes. So below. */
      mean3,
      mean4,
      /** Products of the means with the centres in views 3, 4 and 5, and the factor of view 4. */
      product3,
      product4:
        allMean === undefined ? product3 : la.gemmNT(mean4, allMean, { out: buffers.take("product4", rows, count) }),
      times4: allMean === undefined ? over : 1,
      product5: la.gemmNT(chosenColumns(mean4, used, buffers.take("used", rows, used.length)), centres.weightedMean, {
        out: buffers.take("product5", rows, count),
      }),
      /** Squared norms of the means divided by the width, per row. */
      square3: squares3.plain,
      square4: squares4?.plain ?? squares3.plain.map((square) => square * over),
      square5: squares4?.weighted ?? squares3.weighted.map((square) => square * over),
      /** Standardised minima and maxima, and their products with the centres, per bag. */
      extremes,
      own4: la.gemmNT(extremes, centres.extremes, { out: buffers.take("own4", bags.length, count) }),
      own5: la.gemmNT(weighted, centres.extremes, { out: buffers.take("own5", bags.length, count) }),
    };
  };
}

/** The bag, then without each instance. They stay within the extremes despite rounding. */
function writeMeans({ rows, extremes }: ExtremeBag, out: Float64Array, first: number): void {
  const { data, start, size, width } = rows;
  const { low, high, lowNext, highNext, lowHolder, highHolder, sum } = extremes;
  for (let j = 0; j < width; j++) out[first + j] = Math.min(high[j], Math.max(low[j], sum[j] / size));
  if (size === 1) return;
  for (let i = 0, at = start * width, to = first + width; i < size; i++) {
    for (let j = 0; j < width; j++, at++, to++) {
      const rest = sum[j] - data[at];
      // The same as `meanWithout`, which handles the few cases that have lost digits. Inlined
      // because this loop does most of the work.
      const mean =
        Math.abs(rest) > CANCELLED_SUM * Math.abs(data[at]) ? rest / (size - 1) : meanWithout(rows, sum[j], i, j);
      const least = lowHolder[j] === i ? lowNext[j] : low[j];
      const most = highHolder[j] === i ? highNext[j] : high[j];
      out[to] = mean < least ? least : mean > most ? most : mean;
    }
  }
}

/** The first row of each bag without the last column, as a copy. */
function firstRows({ cols, data }: Matrix, starts: Uint32Array): Matrix {
  const result = matrix(starts.length - 1, cols - 1);
  for (let k = 0; k < result.rows; k++)
    result.data.set(data.subarray(starts[k] * cols, (starts[k] + 1) * cols - 1), k * result.cols);
  return result;
}

/**
 * Replaces all but the first row of each bag with their difference from it. Returns the squared
 * norm of the first and how much the others exceed it, plain and weighted, over the width.
 */
function toChanges({ rows, cols, data }: Matrix, starts: Uint32Array, weights: Float64Array, width: number) {
  const plain = new Float64Array(rows);
  const weighted = new Float64Array(rows);
  for (let k = 0; k + 1 < starts.length; k++) {
    const own = starts[k] * cols;
    for (let r = starts[k]; r < starts[k + 1]; r++) {
      let sum = 0;
      let weightedSum = 0;
      for (let j = 0, at = r * cols; j < cols; j++, at++) {
        const before = r === starts[k] ? 0 : data[own + j];
        const change = data[at] - before;
        const square = change * (data[at] + before);
        data[at] = change;
        sum += square;
        weightedSum += weights[j] * square;
      }
      plain[r] = sum / width;
      weighted[r] = weightedSum / width;
    }
  }
  return { plain, weighted };
}
