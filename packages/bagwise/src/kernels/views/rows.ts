import { type Matrix, matrix } from "../../linalg/matrix.js";
import { midRanks } from "./ranks.js";

/**
 * Values are clipped at this many deviations from the centre, so that one outlier cannot dominate
 * all distances.
 */
const CLIP = 5;
/** A bag closer than this many deviations to the centre is at the centre: the rest is rounding. */
const AT_CENTRE = 2 ** -30;

/** The parameters for the vectors of the first four views, see `Views`. */
export interface ViewSpace {
  readonly dimension: number;
  readonly centre: Float64Array;
  readonly scaleMean: Float64Array;
  readonly scaleAll: Float64Array;
  readonly centres: Matrix;
}

/**
 * Turns `min-max-mean` statistics, one bag per row, into the vectors of the first four views: the
 * direction of the mean, the direction of its mid-ranks, the standardised mean and the standardised
 * statistic. A vector depends only on its own row. Sorts every column of the centres once.
 */
export function viewRows({ dimension, centre, scaleMean, scaleAll, centres }: ViewSpace): (x: Matrix) => Matrix[] {
  const first = 2 * dimension;
  const ranks = meanRanks({ dimension, centres });
  return (x) => [
    directions(x, dimension, (j) => (value) => offCentre(value - centre[first + j], scaleMean[j])),
    directions(x, dimension, (j) => ranks[j]),
    standardised(x, first, centre, scaleMean),
    standardised(x, 0, centre, scaleAll),
  ];
}

/** The mid-ranks of the second view, one function per feature. Costs one sort per feature. */
export function meanRanks({ dimension, centres }: Pick<ViewSpace, "dimension" | "centres">) {
  return Array.from({ length: dimension }, (_, j) => midRanks(columnOf(centres, 2 * dimension + j)));
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

/** The columns from `first` on, in deviations from the centre, clipped at `CLIP` on both sides. */
function standardised({ rows, cols, data }: Matrix, first: number, centre: Float64Array, scale: Float64Array): Matrix {
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
export function offCentre(difference: number, scale: number): number {
  return Math.abs(difference) <= AT_CENTRE * scale ? 0 : difference;
}

/**
 * Applies `of` to the last columns and normalises the rows to length 1, with one extra column: see
 * `toDirection`. Works column by column, because the ranks of one column share a sorted list.
 */
function directions(
  { rows, cols, data }: Matrix,
  dimension: number,
  of: (j: number) => (value: number) => number,
): Matrix {
  const width = dimension + 1;
  const result = matrix(rows, width);
  for (let j = 0; j < dimension; j++) {
    const from = cols - dimension + j;
    const value = of(j);
    for (let i = 0; i < rows; i++) result.data[i * width + j] = value(data[i * cols + from]);
  }
  for (let i = 0; i < rows; i++) toDirection(result.data, i * width, i * width + dimension);
  return result;
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
