import { squaredNorms } from "../../../kernels/gram/distances.js";
import { viewRows } from "../../../kernels/views/rows.js";
import type { Views } from "../../../kernels/views/views.js";
import { chosenColumns, type Matrix, matrix, transpose } from "../../../linalg/matrix.js";
import { SquaredCosines } from "./squared-cosines.js";

/** See `viewCentres`. */
export type ViewCentres = ReturnType<typeof viewCentres>;

/**
 * The centres of the five views, prepared for vectors that differ little. Gaussian views are exp(p
 * - |z|^2 / width - r) with p = 2 z.c / width, r = |c|^2 / width; all `c` include 2 / width. Costs a
 * kernel matrix of the centres, or of the features if they are fewer.
 */
export function viewCentres(views: Views, alpha: Float64Array) {
  const { dimension: d, weight, widths, scaleMean, scaleAll } = views;
  const [direction, ranks, mean, all] = viewRows(views)(views.centres);
  const factor = weight.map((each) => (each * each * widths[1]) / widths[2]);
  const allScaled = times(all, 2 / widths[1]);
  const used = Uint32Array.from(scaleMean.keys()).filter((j) => weight[2 * d + j] !== 0);
  const weighted = matrix(all.rows, all.cols);
  for (let at = 0; at < all.data.length; at++) weighted.data[at] = all.data[at] * weight[at % all.cols];
  const weightedMean = chosenColumns(
    allScaled,
    Uint32Array.from(used, (j) => 2 * d + j),
  );
  for (let at = 0; at < weightedMean.data.length; at++) weightedMean.data[at] *= factor[2 * d + used[at % used.length]];
  const meanScaled = times(mean, 2 / widths[0]);
  const meanColumns = transpose(meanScaled);
  const allColumns = transpose(allScaled);
  const same = scaleMean.every((scale, j) => scale === scaleAll[2 * d + j]);
  return {
    /** Of the mean, and of the ranks. */
    cosines: [new SquaredCosines(direction, alpha), new SquaredCosines(ranks, alpha)] as const,
    /** View 3, with one centre per row and with one feature per row. */
    mean: meanScaled,
    meanColumns,
    /** View 4: its minima and maxima, one centre per row. */
    extremes: chosenColumns(
      allScaled,
      Uint32Array.from({ length: 2 * d }, (_, j) => j),
    ),
    /** View 4, all three parts, one column of the statistic per row. */
    allColumns,
    /** The rows of `meanColumns` and their squares, and those of view 4 if they differ. */
    moments: withSquares(
      same ? [meanColumns.data] : [meanColumns.data, allColumns.data.subarray(2 * d * all.rows)],
      all.rows,
    ),
    /** View 4, its mean part; undefined if it differs from view 3 only by the width. */
    allMean: same
      ? undefined
      : chosenColumns(
          allScaled,
          Uint32Array.from({ length: d }, (_, j) => 2 * d + j),
        ),
    /** View 5 is view 4 times this, per column of the statistic. */
    factor,
    /** The features whose mean has a weight in view 5, and those columns, one centre per row. */
    used,
    weightedMean,
    /** |c|^2 / width of views 3, 4 and 5. */
    lengths: [
      squaredNorms(mean).map((square) => square / widths[0]),
      squaredNorms(all).map((square) => square / widths[1]),
      squaredNorms(weighted).map((square) => square / widths[2]),
    ] as const,
  };
}

function times({ rows, cols, data }: Matrix, factor: number): Matrix {
  return matrix(
    rows,
    cols,
    data.map((value) => value * factor),
  );
}

/** The rows of all parts, each part followed by its squares. */
function withSquares(parts: readonly Float64Array[], cols: number): Matrix {
  const numbers = parts.flatMap((part) => [part, part.map((value) => value * value)]);
  const data = new Float64Array(numbers.reduce((sum, part) => sum + part.length, 0));
  numbers.reduce((at, part) => {
    data.set(part, at);
    return at + part.length;
  }, 0);
  return matrix(data.length / cols, cols, data);
}

/** Adds a row of the centres to the exponents of view 4 and, times the factor, of view 5. */
export function addCentreRow(
  four: Float64Array,
  five: Float64Array,
  { cols, data }: Matrix,
  row: number,
  change: number,
  factor: number,
): void {
  if (change === 0) return;
  if (factor === 0) for (let l = 0, at = row * cols; l < cols; l++, at++) four[l] += change * data[at];
  else {
    for (let l = 0, at = row * cols; l < cols; l++, at++) {
      const part = change * data[at];
      four[l] += part;
      five[l] += factor * part;
    }
  }
}

/** A view of one row, not copied. */
export function rowOf({ cols, data }: Matrix, row: number): Float64Array {
  return data.subarray(row * cols, (row + 1) * cols);
}
