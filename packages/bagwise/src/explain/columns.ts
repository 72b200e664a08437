import type { Matrix } from "../linalg/matrix.js";

/** The size of the largest number in every row. */
export function largestOf({ rows, cols, data }: Matrix): Float64Array {
  const largest = new Float64Array(rows);
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / cols);
    largest[row] = Math.max(largest[row], Math.abs(data[at]));
  }
  return largest;
}

/**
 * Adds a row of the centres, times the change, to the exponents of view 4, and times the factor to
 * those of view 5.
 */
export function addTo(
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

/** A row, not copied. */
export function rowOf({ cols, data }: Matrix, row: number): Float64Array {
  return data.subarray(row * cols, (row + 1) * cols);
}
