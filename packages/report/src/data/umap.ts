import { exp, log, type Random } from "@bagwise/core/base";
import { type Matrix, matrix } from "@bagwise/core/linalg";

interface UmapOptions {
  /** The number of nearest rows to keep together, or fewer if there are fewer. Default 15. */
  readonly neighbours?: number;
  /** The number of optimisation rounds. Default 500, or 200 for more than 300 rows. */
  readonly epochs?: number;
  readonly random: Random;
}

/** 1 / (1 + a d^2b) fitted to 1 up to distance 0.1, then exp(0.1 - d). */
export const UMAP_CURVE = { a: 1.576943460405378, b: 0.8950608781227859 } as const;

/** The number of repulsions per attraction. */
const PUSHES = 5;
/** The maximum move of a coordinate in one step. */
const MOST_STEP = 4;

/**
 * UMAP (McInnes, Healy and Melville 2018): moves points in the plane until similar rows are near
 * each other, by stochastic gradient descent on the weighted graph of nearest rows from `start`,
 * which is not changed. The same seed gives the same bytes on every engine.
 *
 * Fewer than four rows keep their start. Costs O(n^2 d) for n rows and O(epochs n neighbours) for
 * the layout.
 */
export function umap(rows: Matrix, start: Matrix, { neighbours = 15, epochs, random }: UmapOptions): Matrix {
  const n = rows.rows;
  const place = matrix(n, 2, Float64Array.from(start.data));
  if (n < 4) return place;
  const edges = fuzzyGraph(rows, Math.min(neighbours, n - 1));
  layOut(place, edges, { epochs: epochs ?? (n > 300 ? 200 : 500), random });
  return place;
}

/** Two different rows and the weight of their connection, above 0 and at most 1. */
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** Each edge once, `from` below `to`, ascending, with weight w + w' - w w' of both ends. */
export function fuzzyGraph(rows: Matrix, neighbours: number): Edge[] {
  const n = rows.rows;
  const weights = new Map<number, number>();
  const distances = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) distances[j] = distance(rows, i, j);
    distances[i] = Number.POSITIVE_INFINITY;
    const near = nearest(distances, neighbours);
    const own = memberships(Float64Array.from(near, (j) => distances[j]));
    near.forEach((j, k) => {
      const key = Math.min(i, j) * n + Math.max(i, j);
      const before = weights.get(key) ?? 0;
      weights.set(key, before + own[k] - before * own[k]);
    });
  }
  return [...weights]
    .filter(([, weight]) => weight > 0)
    .sort(([p], [q]) => p - q)
    .map(([key, weight]) => ({ from: Math.floor(key / n), to: key % n, weight }));
}

/** The indices of the smallest distances, ascending, first index first for ties. */
function nearest(distances: Float64Array, wanted: number): number[] {
  const near: number[] = [];
  for (let j = 0; j < distances.length; j++) {
    if (near.length === wanted && !(distances[j] < distances[near[wanted - 1]])) continue;
    if (near.length === wanted) near.pop();
    let at = near.length;
    while (at > 0 && distances[j] < distances[near[at - 1]]) at--;
    near.splice(at, 0, j);
  }
  return near;
}

/**
 * exp(-(d - rho) / sigma) for ascending distances: the smallest nonzero one has weight 1, the sum
 * is the binary logarithm of their number. All 1 if all distances are equal.
 */
function memberships(distances: Float64Array): Float64Array {
  const rho = distances.find((each) => each > 0) ?? 0;
  const wanted = log(distances.length) / Math.LN2;
  const at = (sigma: number) => distances.map((each) => (each <= rho ? 1 : exp(-(each - rho) / sigma)));
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  let sigma = 1;
  for (let round = 0; round < 64; round++) {
    const sum = at(sigma).reduce((total, each) => total + each, 0);
    if (Math.abs(sum - wanted) < 1e-5) break;
    if (sum > wanted) high = sigma;
    else low = sigma;
    sigma = high === Number.POSITIVE_INFINITY ? sigma * 2 : (low + high) / 2;
  }
  // A width that is tiny compared with the distances would break the graph apart.
  const mean = distances.reduce((total, each) => total + each, 0) / distances.length;
  return at(Math.max(sigma, 1e-3 * mean, Number.MIN_VALUE));
}

/**
 * Pulls ends of edges together and pushes others apart, with shrinking steps. Plain loops: this
 * takes most of the time.
 */
function layOut(place: Matrix, edges: readonly Edge[], { epochs, random }: { epochs: number; random: Random }): void {
  const { rows: n, data } = place;
  const heads = Uint32Array.from(edges, ({ from }) => from);
  const tails = Uint32Array.from(edges, ({ to }) => to);
  const most = edges.reduce((top, { weight }) => Math.max(top, weight), 0);
  const every = Float64Array.from(edges, ({ weight }) => most / weight);
  const due = every.slice();
  for (let epoch = 0; epoch < epochs; epoch++) {
    const step = 1 - epoch / epochs;
    for (let k = 0; k < heads.length; k++) {
      if (due[k] > epoch + 1) continue;
      due[k] += every[k];
      for (let end = 0; end < 2; end++) {
        const here = end === 0 ? heads[k] : tails[k];
        pull(data, here, end === 0 ? tails[k] : heads[k], step);
        for (let push = 0; push < PUSHES; push++) repel(data, here, random.below(n), step);
      }
    }
  }
}

/** Moves two points towards each other, along the negative gradient of -log of the curve. */
function pull(data: Float64Array, here: number, there: number, step: number): void {
  const { a, b } = UMAP_CURVE;
  const squared = squaredDistance(data, here, there);
  if (squared === 0) return;
  const power = exp(b * log(squared));
  const force = (-2 * a * b * power) / (squared * (a * power + 1));
  for (let c = 0; c < 2; c++) {
    const way = step * clipped(force * (data[2 * here + c] - data[2 * there + c]));
    data[2 * here + c] += way;
    data[2 * there + c] -= way;
  }
}

/** Moves a point away from another, along the negative gradient of -log(1 - the curve). */
function repel(data: Float64Array, here: number, there: number, step: number): void {
  const { a, b } = UMAP_CURVE;
  const squared = squaredDistance(data, here, there);
  if (squared === 0) return;
  const force = (2 * b) / ((0.001 + squared) * (a * exp(b * log(squared)) + 1));
  for (let c = 0; c < 2; c++) data[2 * here + c] += step * clipped(force * (data[2 * here + c] - data[2 * there + c]));
}

function clipped(way: number): number {
  return way > MOST_STEP ? MOST_STEP : way < -MOST_STEP ? -MOST_STEP : way;
}

function squaredDistance(data: Float64Array, i: number, j: number): number {
  const x = data[2 * i] - data[2 * j];
  const y = data[2 * i + 1] - data[2 * j + 1];
  return x * x + y * y;
}

function distance({ cols, data }: Matrix, i: number, j: number): number {
  let sum = 0;
  for (let k = 0, p = i * cols, q = j * cols; k < cols; k++, p++, q++) sum += (data[p] - data[q]) * (data[p] - data[q]);
  return Math.sqrt(sum);
}
