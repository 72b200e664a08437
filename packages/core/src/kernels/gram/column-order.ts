import type { Matrix } from "../../linalg/matrix.js";

/**
 * The columns in order of how much adjacent rows differ in them, largest difference first.
 * Comparing rows in this order finds out soonest that two rows are not close: adjacent rows are
 * mostly from the same bag, and those are the hardest to tell apart. O(rows x columns).
 */
export function tellingColumns({ rows, cols, data }: Matrix): Uint32Array {
  const change = new Float64Array(cols);
  for (let i = 1, at = cols; i < rows; i++) {
    for (let j = 0; j < cols; j++, at++) {
      const difference = data[at] - data[at - cols];
      change[j] += difference * difference;
    }
  }
  return Uint32Array.from({ length: cols }, (_, j) => j).sort((a, b) => change[b] - change[a] || a - b);
}

/** The values of a matrix with its columns in this order, as a copy. */
export function inColumnOrder({ rows, cols, data }: Matrix, order: Uint32Array): Float64Array {
  const result = new Float64Array(data.length);
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < cols; j++, at++) result[at] = data[i * cols + order[j]];
  return result;
}
