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
  const half = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    diagonal[i] = data[i * n + i];
    half[i] = 0.5 * weights[i];
  }
  for (let step = 0; step < most; step++) {
    // The bag whose gamma gains the most from growing.
    let up = -1;
    let gain = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < n; i++) {
      const slope = gamma[i] < half[i] ? pull[i] + kink : pull[i] - kink;
      if (slope > gain && gamma[i] < weights[i]) {
        up = i;
        gain = slope;
      }
    }
    if (up < 0) return step;
    const rowUp = up * n;
    const own = diagonal[up];
    let down = -1;
    let best = 0;
    let length = 0;
    for (let j = 0; j < n; j++) {
      if (!(gamma[j] > 0)) continue;
      const difference = gain - (gamma[j] > half[j] ? pull[j] - kink : pull[j] + kink);
      if (!(difference > 0)) continue;
      const sum = own + diagonal[j];
      const curvature = Math.max(sum - 2 * data[rowUp + j], Number.EPSILON * sum);
      const to = difference / curvature;
      if (difference * to > best) {
        down = j;
        best = difference * to;
        length = to;
      }
    }
    if (down < 0) return step;
    const high = gamma[up] < half[up] ? half[up] : weights[up];
    const low = gamma[down] > half[down] ? half[down] : 0;
    const rising = high - gamma[up];
    const falling = gamma[down] - low;
    const by = Math.min(length, rising, falling);
    gamma[up] = by === rising ? high : gamma[up] + by;
    gamma[down] = by === falling ? low : gamma[down] - by;
    for (let j = 0, a = rowUp, b = down * n; j < n; j++, a++, b++) pull[j] -= by * (data[a] - data[b]);
  }
  return most;
}
