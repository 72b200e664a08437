import type { Matrix } from "../../linalg/matrix.js";

export interface NearestPoint {
  /** Weights on the simplex. */
  readonly weights: Float64Array;
  /** K (u - weights). */
  readonly difference: Float64Array;
  /** The squared distance (u - v)' K (u - v), at least 0. */
  readonly squaredDistance: number;
  readonly iterations: number;
}

interface NearestOptions {
  /** Stop when the duality gap is below this share of the squared distance. Default 0.01. */
  readonly tolerance?: number;
  /** Stop if the distance is below this, because it then counts as 0. Default 0. */
  readonly enough?: number;
  /** Default 10 times the number of points. */
  readonly mostIterations?: number;
}

/** The number of steps between two checks of the duality gap. */
const CHECK_EVERY = 16;

/**
 * The point of the convex hull of all rows' embeddings that is nearest to sum u_i phi(x_i): min
 * over v on the simplex of (u - v)' K (u - v), from `start`; `target` is K u. Sequential minimal
 * optimisation: weight moves to the steepest gradient, from where that gains most (Fan, Chen and
 * Lin 2005). O(n) a step; all iterates are feasible.
 */
export function nearestPoint(
  k: Matrix,
  u: Float64Array,
  target: Float64Array,
  start: Float64Array,
  { tolerance = 0.01, enough = 0, mostIterations = 10 * k.rows }: NearestOptions = {},
): NearestPoint {
  const { rows: n, data } = k;
  const v = start.slice();
  const difference = target.slice();
  for (let i = 0; i < n; i++) if (v[i] !== 0) addRow(data, i * n, -v[i], difference);
  // Together in memory, because every step reads all of it.
  const diagonal = Float64Array.from({ length: n }, (_, i) => data[i * n + i]);
  let iterations = 0;
  let to = 0;
  for (let i = 1; i < n; i++) if (difference[i] > difference[to]) to = i;
  for (; iterations < mostIterations; iterations++) {
    if (iterations % CHECK_EVERY === 0) {
      const squared = squaredDistance(u, v, difference);
      const gap = difference[to] - inner(v, difference);
      if (squared <= enough * enough || !(gap > tolerance * squared)) break;
    }
    const from = giver(data, diagonal, to, v, difference);
    const gain = difference[to] - difference[from];
    const curvature = diagonal[to] + diagonal[from] - 2 * data[to * n + from];
    const step = curvature > 0 ? Math.min(v[from], gain / curvature) : v[from];
    if (!(gain > 0 && step > 0)) break;
    v[to] += step;
    v[from] = step === v[from] ? 0 : v[from] - step;
    const a = to * n;
    const b = from * n;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < n; i++) {
      const value = difference[i] - step * (data[a + i] - data[b + i]);
      difference[i] = value;
      if (value > most) {
        most = value;
        to = i;
      }
    }
  }
  return { weights: v, difference, squaredDistance: squaredDistance(u, v, difference), iterations };
}

/** The point with weight that gains most by moving it to the point `to`. */
function giver(
  data: Float64Array,
  diagonal: Float64Array,
  to: number,
  v: Float64Array,
  difference: Float64Array,
): number {
  const n = v.length;
  const row = to * n;
  const own = diagonal[to];
  const highest = difference[to];
  let best = -1;
  let most = -1;
  for (let j = 0; j < n; j++) {
    if (v[j] === 0) continue;
    const gain = highest - difference[j];
    const curvature = Math.max(own + diagonal[j] - 2 * data[row + j], 1e-12);
    const step = Math.min(v[j], gain / curvature);
    const value = step * (2 * gain - step * curvature);
    if (value > most) {
      most = value;
      best = j;
    }
  }
  return best;
}

function addRow(data: Float64Array, at: number, factor: number, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] += factor * data[at + i];
}

function squaredDistance(u: Float64Array, v: Float64Array, difference: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += (u[i] - v[i]) * difference[i];
  return Math.max(0, sum);
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
