import type { Instances } from "../../kernels/representation.js";
import type { Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";

/** Kernel values with the centres and with itself: the bag first, then its changed versions. */
export interface PairValues {
  readonly values: Matrix;
  self(): Float64Array;
}

/** A bag that loses or changes one instance, for a kernel that compares instances in pairs. */
export interface ChangedPairs {
  /** The bag, then the bag without each of its instances. Needs at least two instances. */
  without(): PairValues;
  /** The bag, then the bag with one of these features of instance i set to the others' mean. */
  changed(i: number, others: Others, features: readonly number[]): PairValues;
}

/** The rows of a bag as a matrix, a copy. */
export function rowsOf({ data, start, size, width }: BagRows): Matrix {
  return matrix(size, width, data.slice(start * width, (start + size) * width));
}

/** Copies of row i, each with another one of these features set to its mean. */
export function changedRows(
  { cols, data }: Matrix,
  i: number,
  mean: Float64Array,
  features: readonly number[],
): Matrix {
  const changed = matrix(features.length, cols);
  for (const [r, j] of features.entries()) {
    changed.data.set(data.subarray(i * cols, (i + 1) * cols), r * cols);
    changed.data[r * cols + j] = mean[j];
  }
  return changed;
}

/** Every row as a bag of its own, with a weight of 1. */
export function singles(rows: Matrix): Instances {
  const offsets = Uint32Array.from({ length: rows.rows + 1 }, (_, i) => i);
  return { rows, offsets, weights: new Float64Array(rows.rows).fill(1) };
}
