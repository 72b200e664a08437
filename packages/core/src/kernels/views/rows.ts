import { type Matrix, matrix } from "../../linalg/matrix.js";
import { midRanks, normalScores } from "./ranks.js";

/**
 * Values are clipped at this many deviations from the centre, so that one outlier cannot dominate
 * all distances.
 */
export const CLIP = 5;
/** A bag closer than this many deviations to the centre is at the centre: the rest is rounding. */
export const AT_CENTRE = 2 ** -30;

/** The parameters for the vectors of the first four views, see `Views`. */
export interface ViewSpace {
  readonly dimension: number;
  readonly centre: Float64Array;
  readonly scaleMean: Float64Array;
  readonly scaleAll: Float64Array;
  readonly scaleDirection: Float64Array | undefined;
  readonly centres: Matrix;
}

/** What the mean of a bag is to the two views of directions, per feature. */
export interface DirectionColumns {
  /** The mid-rank of a mean among those of the centres, for view 2. */
  rank(j: number, mean: number): number;
  /** The number for view 1, given that mid-rank. */
  deviation(j: number, mean: number, rank: number): number;
}

/**
 * Prepares the two views of directions. View 1 takes the normal score of a mean among the centres, or
 * its deviations from the centre if the feature has a divisor. Sorts every feature of the centres once.
 */
export function directionColumns({
  dimension,
  centre,
  scaleMean,
  scaleDirection,
  centres,
}: Omit<ViewSpace, "scaleAll">): DirectionColumns {
  const first = 2 * dimension;
  const ranks = Array.from({ length: dimension }, (_, j) => midRanks(columnOf(centres, first + j)));
  const scoreOf = normalScores(centres.rows);
  return {
    rank: (j, mean) => ranks[j](mean),
    deviation(j, mean, rank) {
      if (scaleDirection?.[j] === 0) return scoreOf(rank);
      const difference = offCentre(mean - centre[first + j], scaleMean[j]);
      return scaleDirection === undefined ? difference : clipped(difference / scaleDirection[j]);
    },
  };
}

/**
 * Turns `min-max-mean` statistics, one bag per row, into the vectors of the first four views: the
 * direction of the mean, the direction of its mid-ranks, the standardised mean and the standardised
 * statistic. A vector depends only on its own row. Sorts every column of the centres once.
 */
export function viewRows(space: ViewSpace): (x: Matrix) => Matrix[] {
  const { dimension, centre, scaleMean, scaleAll } = space;
  const columns = directionColumns(space);
  return (x) => [
    ...directions(x, dimension, columns),
    standardised(x, { first: 2 * dimension, centre, scale: scaleMean }),
    standardised(x, { centre, scale: scaleAll }),
  ];
}

/** The columns with nonzero weight, multiplied by their weight. */
export function weightedRows({ rows, cols, data }: Matrix, weight: Float64Array): Matrix {
  const used = Array.from(weight.keys()).filter((j) => weight[j] !== 0);
  const result = matrix(rows, used.length);
  for (let i = 0, at = 0; i < rows; i++) for (const j of used) result.data[at++] = data[i * cols + j] * weight[j];
  return result;
}

/** The numbers of one column. */
function columnOf({ rows, cols, data }: Matrix, j: number): Float64Array {
  const column = new Float64Array(rows);
  for (let i = 0; i < rows; i++) column[i] = data[i * cols + j];
  return column;
}

/**
 * The columns from `first` on (default 0), in deviations from the centre, clipped at `CLIP` on both
 * sides. `centre` is of all columns, `scale` of those from `first` on.
 */
export function standardised(
  { rows, cols, data }: Matrix,
  {
    first = 0,
    centre,
    scale,
  }: { readonly first?: number; readonly centre: Float64Array; readonly scale: Float64Array },
): Matrix {
  const result = matrix(rows, cols - first);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = first; j < cols; j++) {
      result.data[at++] = clipped((data[i * cols + j] - centre[j]) / scale[j - first]);
    }
  }
  return result;
}

/** A number of deviations, clipped at `CLIP` on both sides. */
export function clipped(deviations: number): number {
  return Math.min(CLIP, Math.max(-CLIP, deviations));
}

/**
 * A difference from the centre, or 0 if it is rounding. Otherwise a bag at the centre would get a
 * direction from the last bits of its mean, which depend on the order of its instances.
 */
function offCentre(difference: number, scale: number): number {
  return Math.abs(difference) <= AT_CENTRE * scale ? 0 : difference;
}

/**
 * The vectors of views 1 and 2, of length 1, with one extra column: see `toDirection`. Works column by
 * column, because the ranks of one column share a sorted list.
 */
function directions({ rows, cols, data }: Matrix, dimension: number, columns: DirectionColumns): [Matrix, Matrix] {
  const width = dimension + 1;
  const deviations = matrix(rows, width);
  const ranks = matrix(rows, width);
  for (let j = 0; j < dimension; j++) {
    for (let i = 0, at = j; i < rows; i++, at += width) {
      const mean = data[(i + 1) * cols - dimension + j];
      ranks.data[at] = columns.rank(j, mean);
      deviations.data[at] = columns.deviation(j, mean, ranks.data[at]);
    }
  }
  for (const { data } of [deviations, ranks])
    for (let at = 0; at < data.length; at += width) toDirection(data, at, at + dimension);
  return [deviations, ranks];
}

/**
 * Normalises the numbers from `at` up to, not including, `end` to length 1. A zero vector has no
 * direction, so it gets its own axis, index `end`: zero vectors are alike and have cosine 0 with
 * everything else. Divides by the largest number first, so that no square overflows.
 */
export function toDirection(row: Float64Array, at: number, end: number): void {
  let largest = 0;
  for (let k = at; k < end; k++) largest = Math.max(largest, Math.abs(row[k]));
  if (largest === 0) {
    row[end] = 1;
    return;
  }
  let squares = 0;
  for (let k = at; k < end; k++) squares += (row[k] / largest) * (row[k] / largest);
  const length = Math.sqrt(squares);
  for (let k = at; k < end; k++) row[k] = row[k] / largest / length;
}
