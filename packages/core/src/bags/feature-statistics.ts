import type { BagSet, Floats } from "./bag-set.js";

/** One number per column in each array. */
export interface ColumnStatistics {
  readonly mean: Float64Array;
  /** Population standard deviation: divided by the number of rows, not by one less. */
  readonly sd: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** Rows `from` to `to - 1` of a matrix. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

/**
 * Mean, population standard deviation, minimum and maximum of each feature over all instances of
 * the set.
 *
 * A constant feature has a standard deviation of exactly 0. A feature with a value that is not
 * finite, and every feature of a set without instances, has NaN in all four. Costs three passes
 * over the instances.
 */
export function featureStatistics(bags: BagSet): ColumnStatistics {
  return columnStatistics(bags.data, bags.dimension, rowRanges(bags));
}

/** The rows of the set's bags in its matrix, neighbours joined. */
export function rowRanges(bags: BagSet): Rows[] {
  const rows: { from: number; to: number }[] = [];
  for (let i = 0; i < bags.size; i++) {
    const from = bags.startOf(i);
    const to = from + bags.sizeOf(i);
    const last = rows.at(-1);
    if (last !== undefined && last.to === from) last.to = to;
    else if (to > from) rows.push({ from, to });
  }
  return rows;
}

/**
 * The statistics of the columns of a row-major matrix over some of its rows.
 *
 * The corrected two-pass algorithm (Chan, Golub & LeVeque 1983). Values are first scaled near 1 by
 * a power of two and shifted by the first row, so that neither a large offset nor very large or
 * small values cost digits.
 */
function columnStatistics(data: Floats, width: number, rows: readonly Rows[]): ColumnStatistics {
  const { min, max } = extremes(data, width, rows);
  const mean = new Float64Array(width).fill(Number.NaN);
  const sd = new Float64Array(width).fill(Number.NaN);
  if (rows.length === 0) return { mean, sd, min: mean.slice(), max: mean.slice() };

  const n = rows.reduce((sum, { from, to }) => sum + (to - from), 0);
  const scale = Float64Array.from(min, (low, j) => powerOfTwo(Math.max(-low, max[j])));
  const origin = scale.map((factor, j) => data[rows[0].from * width + j] * factor);
  const centre = new Float64Array(width);
  forEachRow(rows, width, (at) => {
    for (let j = 0; j < width; j++) centre[j] += data[at + j] * scale[j] - origin[j];
  });
  for (let j = 0; j < width; j++) centre[j] = origin[j] + centre[j] / n;

  const squares = new Float64Array(width);
  const rest = new Float64Array(width);
  forEachRow(rows, width, (at) => {
    for (let j = 0; j < width; j++) {
      const deviation = data[at + j] * scale[j] - centre[j];
      squares[j] += deviation * deviation;
      rest[j] += deviation;
    }
  });
  for (let j = 0; j < width; j++) {
    if (Number.isNaN(min[j])) continue;
    mean[j] = Math.min(max[j], Math.max(min[j], centre[j] / scale[j]));
    sd[j] = min[j] === max[j] ? 0 : Math.sqrt(Math.max(0, squares[j] - (rest[j] * rest[j]) / n) / n) / scale[j];
  }
  return { mean, sd, min, max };
}

/** Minimum and maximum of each column; NaN for a column with a value that is not finite. */
function extremes(data: Floats, width: number, rows: readonly Rows[]): { min: Float64Array; max: Float64Array } {
  const min = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const max = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  const finite = new Uint8Array(width).fill(1);
  forEachRow(rows, width, (at) => {
    for (let j = 0; j < width; j++) {
      const value = data[at + j];
      if (value < min[j]) min[j] = value;
      if (value > max[j]) max[j] = value;
      if (!Number.isFinite(value)) finite[j] = 0;
    }
  });
  for (let j = 0; j < width; j++) if (finite[j] === 0) min[j] = max[j] = Number.NaN;
  return { min, max };
}

/** A power of two that brings a number of this magnitude near 1; 1 for 0 and NaN. */
function powerOfTwo(magnitude: number): number {
  const exponent = Math.floor(Math.log2(magnitude));
  return Number.isFinite(exponent) ? 2 ** Math.min(-exponent, 1000) : 1;
}

/** Visits the position of the first value of each row. */
export function forEachRow(rows: readonly Rows[], width: number, visit: (at: number) => void): void {
  for (const { from, to } of rows) for (let row = from; row < to; row++) visit(row * width);
}
