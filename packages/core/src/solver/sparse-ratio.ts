import { type AnyMatrix, addProducts, addTransposed } from "../linalg/sparse.js";
import type { Ratio, RatioProblem } from "./ratio.js";

/** Conjugate gradients stop when the residual is this small a part of the right side, unless you say otherwise. */
const ACCURACY = 1e-8;
const MOST_STEPS = 500;
/** The largest relative gap that is good enough, as for other ratios. */
const ACCEPT = 1e-8;

/** The problem of `RatioProblem`, with a kernel that is given by the vectors of bags. */
export interface SparseRatioProblem extends Pick<RatioProblem, "positive" | "sample" | "weights" | "lambda"> {
  /** The kernel is the mean of the inner products of the rows of these matrices, a row per bag. */
  readonly vectors: readonly AnyMatrix[];
  /**
   * How small the residual becomes as a part of the right side. Default 1e-8. A larger one saves steps, where only
   * the order of bags matters; the certificate then says that the solution is inaccurate.
   */
  readonly accuracy?: number | undefined;
}

/** A ratio r(X) = sum over matrices of weights . row + beta. */
export interface SparseRatio extends Omit<Ratio, "alpha"> {
  /** For each matrix, the weights of its columns. */
  readonly weights: readonly Float64Array[];
  readonly iterations: number;
  /** The dual point, to start from when a similar problem is solved: see `start`. */
  readonly start: SparseRatioStart;
}

/** Solutions of both systems by row of the matrices. */
export interface SparseRatioStart {
  readonly rows: Uint32Array;
  readonly values: Float64Array;
}

/**
 * Solves the problem of `solveRatio` without a kernel matrix: the same system, (I + sqrt(c) K sqrt(c) /
 * lambda) v = sqrt(c) (b + mean_P k / lambda), by conjugate gradients for both right sides at once
 * (Hestenes and Stiefel 1952). Its eigenvalues are at least 1 and at most 1 + 1 / lambda, so some ten
 * steps are enough. Each step costs four operations per entry; memory is that of the entries.
 *
 * `start` makes it faster if a problem with nearly the same bags was solved before. The certificate
 * is the duality gap at u, as there: 1/2 sum c (r - u / c)^2, for a kernel with these vectors as stored.
 */
export function solveSparseRatio(problem: SparseRatioProblem, start?: SparseRatioStart): SparseRatio {
  const { sample, weights: c, lambda } = problem;
  const n = sample.length;
  const root = c.map(Math.sqrt);
  const kind = kernelMeans(problem);
  const right = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    right[2 * i] = root[i];
    right[2 * i + 1] = (root[i] * kind[i]) / lambda;
  }
  const { solution, iterations } = conjugateGradients(systemOf(problem, root), right, {
    first: guess(start, sample, n),
    accuracy: problem.accuracy ?? ACCURACY,
  });
  let [constant, pulled] = [0, 0];
  for (let i = 0; i < n; i++) {
    constant += root[i] * solution[2 * i];
    pulled += root[i] * solution[2 * i + 1];
  }
  const b = (1 - pulled) / constant;
  const u = root.map((value, i) => value * (b * solution[2 * i] + solution[2 * i + 1]));
  const total = u.reduce((sum, value) => sum + value, 0);
  for (let i = 0; i < n; i++) u[i] /= total;
  const columns = columnWeights(problem, u);
  return { ...proven(problem, u, columns), weights: columns, iterations, start: { rows: sample, values: solution } };
}

/** Where a row was before, its solution; else 0. */
function guess(start: SparseRatioStart | undefined, sample: Uint32Array, n: number): Float64Array {
  const values = new Float64Array(2 * n);
  if (start === undefined) return values;
  const place = new Map(Array.from(start.rows, (row, k) => [row, k]));
  for (let i = 0; i < n; i++) {
    const k = place.get(sample[i]);
    if (k === undefined) continue;
    values[2 * i] = start.values[2 * k];
    values[2 * i + 1] = start.values[2 * k + 1];
  }
  return values;
}

/** The mean kernel value of each bag of the sample with the positive bags. */
function kernelMeans({ vectors, positive, sample }: SparseRatioProblem): Float64Array {
  const share = new Float64Array(positive.length).fill(1 / positive.length);
  const means = new Float64Array(sample.length);
  for (const x of vectors) {
    const centre = new Float64Array(x.cols);
    addTransposed(x, positive, share, 1, centre);
    addProducts(x, sample, centre, 1, means);
  }
  return means.map((value) => value / vectors.length);
}

/** (I + sqrt(c) K sqrt(c) / lambda) times two vectors, side by side. */
function systemOf({ vectors, sample, lambda }: SparseRatioProblem, root: Float64Array) {
  const buffers = vectors.map(({ cols }) => new Float64Array(2 * cols));
  const factor = 1 / (lambda * vectors.length);
  return (v: Float64Array): Float64Array => {
    const scaled = v.map((value, k) => value * root[k >> 1]);
    const product = new Float64Array(v.length);
    for (const [k, x] of vectors.entries()) {
      buffers[k].fill(0);
      addTransposed(x, sample, scaled, 2, buffers[k]);
      addProducts(x, sample, buffers[k], 2, product);
    }
    return product.map((value, k) => v[k] + factor * root[k >> 1] * value);
  };
}

/** Conjugate gradients for two right sides, side by side, with one product for both in each step. */
function conjugateGradients(
  times: (v: Float64Array) => Float64Array,
  right: Float64Array,
  { first: x, accuracy }: { readonly first: Float64Array; readonly accuracy: number },
) {
  const product = times(x);
  const residual = right.map((value, k) => value - product[k]);
  const direction = residual.slice();
  const size = pairwise(right, right).map((value) => accuracy * accuracy * value);
  let squares = pairwise(residual, residual);
  let iterations = 0;
  while (iterations < MOST_STEPS && (squares[0] > size[0] || squares[1] > size[1])) {
    iterations++;
    const along = times(direction);
    const curve = pairwise(direction, along);
    const step = squares.map((value, s) => (curve[s] > 0 ? value / curve[s] : 0));
    for (let k = 0; k < x.length; k++) {
      x[k] += step[k & 1] * direction[k];
      residual[k] -= step[k & 1] * along[k];
    }
    const next = pairwise(residual, residual);
    const back = next.map((value, s) => (squares[s] > 0 ? value / squares[s] : 0));
    for (let k = 0; k < x.length; k++) direction[k] = residual[k] + back[k & 1] * direction[k];
    squares = next;
  }
  return { solution: x, iterations };
}

/** The inner products of two pairs of vectors, side by side. */
function pairwise(a: Float64Array, b: Float64Array): [number, number] {
  let [even, odd] = [0, 0];
  for (let k = 0; k < a.length; k += 2) {
    even += a[k] * b[k];
    odd += a[k + 1] * b[k + 1];
  }
  return [even, odd];
}

/** f = (mean_P k - sum u k) / lambda as a weight for each column. */
function columnWeights({ vectors, positive, sample, lambda }: SparseRatioProblem, u: Float64Array): Float64Array[] {
  const factor = 1 / (lambda * vectors.length);
  const share = new Float64Array(positive.length).fill(factor / positive.length);
  const less = u.map((value) => -factor * value);
  return vectors.map((x) => {
    const weights = new Float64Array(x.cols);
    addTransposed(x, positive, share, 1, weights);
    addTransposed(x, sample, less, 1, weights);
    return weights;
  });
}

/** The certificate of f, and its best constant. */
function proven(
  { vectors, positive, sample, weights: c, lambda }: SparseRatioProblem,
  u: Float64Array,
  columns: readonly Float64Array[],
): Omit<SparseRatio, "weights" | "iterations" | "start"> {
  const valuesOf = (rows: Uint32Array) => {
    const values = new Float64Array(rows.length);
    for (const [k, x] of vectors.entries()) addProducts(x, rows, columns[k], 1, values);
    return values;
  };
  const f = valuesOf(sample);
  const beta = 1 - f.reduce((sum, value, i) => sum + c[i] * value, 0);
  let [loss, gap] = [0, 0];
  for (let i = 0; i < f.length; i++) {
    const r = f[i] + beta;
    loss += 0.5 * c[i] * r * r;
    gap += 0.5 * c[i] * (r - u[i] / c[i]) ** 2;
  }
  const reached = valuesOf(positive).reduce((sum, value) => sum + (value + beta) / positive.length, 0);
  const squares = columns.reduce((sum, own) => sum + own.reduce((all, value) => all + value * value, 0), 0);
  // The vectors of a bag are divided by the root of their number, and the weights are multiplied by it.
  const primalObjective = loss - reached + (lambda / 2) * vectors.length * squares;
  const relativeGap = gap / Math.max(0.5, Math.abs(primalObjective));
  if (!Number.isFinite(relativeGap))
    return {
      status: "invalid",
      beta: 1,
      primalObjective: Number.NaN,
      dualObjective: Number.NaN,
      relativeGap: Infinity,
    };
  const status = relativeGap <= ACCEPT ? "solved" : "inaccurate";
  return { status, beta, primalObjective, dualObjective: primalObjective - gap, relativeGap };
}
