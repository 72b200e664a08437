/**
 * A discrete distribution over the class prior pi. Plain data, so it can be saved as JSON. Points
 * ascend within (0, 1); weights are at least 0 and sum to 1. Either the points are BELIEF_GRID or a
 * contiguous part of it, and each stands for its cell of width BELIEF_STEP. Or there is a single
 * point, which is exact.
 */
export interface PriorBelief {
  readonly points: readonly number[];
  readonly weights: readonly number[];
}

const CELLS = 200;

/** The width of a grid cell. */
export const BELIEF_STEP = 1 / CELLS;

/**
 * The centres of 200 equal cells of (0, 1): 0.0025, 0.0075, ..., 0.9975. Bounds such as 0.1 or 0.35
 * are cell edges.
 */
export const BELIEF_GRID: readonly number[] = Object.freeze(Array.from({ length: CELLS }, (_, k) => (k + 0.5) / CELLS));

/**
 * The quantile of the belief at this share, from 0 to 1. Weight is spread evenly over each cell.
 */
export function beliefQuantile({ points, weights }: PriorBelief, share: number): number {
  if (points.length === 1) return points[0];
  let below = 0;
  let last = points[0];
  for (let i = 0; i < points.length; i++) {
    if (weights[i] === 0) continue;
    last = points[i];
    if (below + weights[i] >= share) {
      return last + BELIEF_STEP * (Math.max(0, share - below) / weights[i] - 0.5);
    }
    below += weights[i];
  }
  // Rounding left the sum of the weights slightly below the share.
  return last + BELIEF_STEP / 2;
}
