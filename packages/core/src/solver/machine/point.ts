import type { Matrix } from "../../linalg/matrix.js";
import type { Box } from "./problem.js";
import { where } from "./where.js";

/** Where the solver stands: the coefficients, and the gradient of the negative dual, K alpha - target. */
export interface Point {
  readonly alpha: Float64Array;
  readonly gradient: Float64Array;
}

/** Adds these rows of the kernel, each times its weight, to the gradient. */
export function addRows(
  { cols, data }: Matrix,
  rows: Uint32Array,
  weights: Float64Array,
  gradient: Float64Array,
): void {
  let k = 0;
  // Four at a time, so that the gradient is read and written less often.
  for (; k + 4 <= rows.length; k += 4) {
    const r0 = rows[k] * cols;
    const r1 = rows[k + 1] * cols;
    const r2 = rows[k + 2] * cols;
    const r3 = rows[k + 3] * cols;
    const w0 = weights[k];
    const w1 = weights[k + 1];
    const w2 = weights[k + 2];
    const w3 = weights[k + 3];
    for (let i = 0; i < cols; i++)
      gradient[i] = gradient[i] + w0 * data[r0 + i] + w1 * data[r1 + i] + w2 * data[r2 + i] + w3 * data[r3 + i];
  }
  for (; k < rows.length; k++) {
    const row = rows[k] * cols;
    const weight = weights[k];
    for (let i = 0; i < cols; i++) gradient[i] += weight * data[row + i];
  }
}

/** The gradient from the coefficients. Costs a product of the kernel with those that are not 0. */
export function restoreGradient(gram: Matrix, { target }: Box, { alpha, gradient }: Point): void {
  const used = where(alpha.length, (i) => alpha[i] !== 0);
  for (let i = 0; i < gradient.length; i++) gradient[i] = -target[i];
  addRows(
    gram,
    used,
    Float64Array.from(used, (i) => alpha[i]),
    gradient,
  );
}

/** By how much the worst pair violates the conditions of the optimum; 0 if none does. */
export function violation(box: Box, point: Point): number {
  const { least, greatest } = extremes(box, point);
  return Math.max(0, greatest - least);
}

/** The least gradient of the samples that may rise, and the greatest of those that may fall. */
export function extremes(
  { low, high }: Box,
  { alpha, gradient }: Point,
): { readonly least: number; readonly greatest: number } {
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < high[i] && gradient[i] < least) least = gradient[i];
    if (alpha[i] > low[i] && gradient[i] > greatest) greatest = gradient[i];
  }
  return { least, greatest };
}
