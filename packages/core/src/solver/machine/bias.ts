/** Slopes up to this share of all costs are rounding errors of 0. */
const FLAT = 1e-11;

/**
 * The bias with the least loss, sum_i costs_i (signs_i (ends_i - b))_+: a hinge of sign 1 costs below
 * its end, one of sign -1 above. The loss is convex and piecewise linear. The middle of the interval
 * if several biases are best; if that is unbounded, because all signs are the same, its end. Costs
 * O(n log n).
 */
export function bestBias(ends: Float64Array, signs: ArrayLike<number>, costs: Float64Array): number {
  const order = Uint32Array.from(ends.keys()).sort((i, j) => ends[i] - ends[j]);
  let slope = 0;
  let total = 0;
  for (let i = 0; i < costs.length; i++) {
    total += costs[i];
    if (signs[i] > 0) slope -= costs[i];
  }
  const flat = FLAT * total;
  // Left of all ends the slope is that of the hinges of sign 1; each end adds its cost.
  let from = slope >= -flat ? -Infinity : Number.NaN;
  for (const i of order) {
    slope += costs[i];
    if (Number.isNaN(from) && slope >= -flat) from = ends[i];
    if (slope > flat) return Number.isFinite(from) ? from / 2 + ends[i] / 2 : ends[i];
  }
  return Number.isFinite(from) ? from : 0;
}
