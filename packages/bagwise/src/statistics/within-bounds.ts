import type { Matrix } from "../linalg/matrix.js";

/**
 * Statistics `min-max-mean` whose means are not beyond the extremes by rounding: the mean of three
 * times 0.1 is not 0.1, and so a bag in which nothing varies would tell its size. In place.
 */
export function withinBounds(x: Matrix): Matrix {
  const d = x.cols / 3;
  for (let i = 0; i < x.rows; i++) {
    for (let at = i * x.cols, end = at + d; at < end; at++)
      x.data[at + 2 * d] = Math.min(x.data[at + d], Math.max(x.data[at], x.data[at + 2 * d]));
  }
  return x;
}
