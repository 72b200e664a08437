import type { BoundedDual, BoundedPoint } from "./bounded-dual.js";

/**
 * Steps of two bags at a time, one gamma up and another down by as much (sequential minimal
 * optimisation; the second bag is chosen by second-order information, as in Fan, Chen and Lin 2005).
 * Each ends at the minimum between the two bags, or at the first bound or kink. They find nearly all
 * bags whose gamma is at a bound, but converge slowly for the others. Changes `point`. Returns the number
 * of steps, which is below `most` if no pair can improve.
 *
 * Costs O(n) for each step.
 */
export function pairSteps({ gram, weights, kink }: BoundedDual, { gamma, pull }: BoundedPoint, most: number): number {
  const { rows: n, data } = gram;
  const diagonal = new Float64Array(n);
  for (let i = 0; i < n; i++) diagonal[i] = data[i * n + i];
  for (let step = 0; step < most; step++) {
    // The bag whose gamma gains the most from growing.
    let up = -1;
    let gain = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < n; i++) {
      if (gamma[i] >= weights[i]) continue;
      const slope = gamma[i] < 0.5 * weights[i] ? pull[i] + kink : pull[i] - kink;
      if (slope > gain) [up, gain] = [i, slope];
    }
    if (up < 0) return step;
    const rowUp = up * n;
    let down = -1;
    let best = 0;
    let [slopeDown, curvatureDown] = [0, 0];
    for (let j = 0; j < n; j++) {
      if (!(gamma[j] > 0)) continue;
      const slope = gamma[j] > 0.5 * weights[j] ? pull[j] - kink : pull[j] + kink;
      const difference = gain - slope;
      if (!(difference > 0)) continue;
      const sum = diagonal[up] + diagonal[j];
      const curvature = Math.max(sum - 2 * data[rowUp + j], Number.EPSILON * sum);
      const decrease = (difference * difference) / curvature;
      if (decrease > best) [down, best, slopeDown, curvatureDown] = [j, decrease, slope, curvature];
    }
    if (down < 0) return step;
    const high = gamma[up] < 0.5 * weights[up] ? 0.5 * weights[up] : weights[up];
    const low = gamma[down] > 0.5 * weights[down] ? 0.5 * weights[down] : 0;
    const rising = high - gamma[up];
    const falling = gamma[down] - low;
    const by = Math.min((gain - slopeDown) / curvatureDown, rising, falling);
    gamma[up] = by === rising ? high : gamma[up] + by;
    gamma[down] = by === falling ? low : gamma[down] - by;
    const rowDown = down * n;
    for (let j = 0; j < n; j++) pull[j] -= by * (data[rowUp + j] - data[rowDown + j]);
  }
  return most;
}
