import type { Matrix } from "../../linalg/matrix.js";

/**
 * Clamps the means of `min-max-mean` statistics to the extremes, in place. Without this, rounding
 * would reveal the size of a bag whose instances are all equal: the computed mean of three times
 * 0.1 is not 0.1.
 */
export function withinBounds(x: Matrix): Matrix {
  const d = x.cols / 3;
  for (let i = 0; i < x.rows; i++) {
    for (let at = i * x.cols, end = at + d; at < end; at++)
      x.data[at + 2 * d] = Math.min(x.data[at + d], Math.max(x.data[at], x.data[at + 2 * d]));
  }
  return x;
}
