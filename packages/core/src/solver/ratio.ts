import { linearAlgebra } from "../linalg/backend.js";
import { type Matrix, matrix } from "../linalg/matrix.js";
import { proveRatio } from "./proof/ratio-proof.js";
import type { Status } from "./solution.js";

/**
 * Added to the diagonal between centres in the penalty, so that duplicate landmarks do no harm. It
 * is part of the problem that the certificate is for.
 */
const JITTER = 1e-9;
/** The maximum number of steps of iterative refinement. */
const REFINEMENTS = 2;

/**
 * The problem for the ratio r = f + b that estimates p(X | +1) / p(X):
 *
 *     min over f and b of  1/2 sum_i c_i r(X_i)^2 - mean_P r + lambda/2 |f|^2,  with the norm of the RKHS.
 *
 * This is the squared loss of PU-SKC with g = 2 prior r - 1, divided by 2 prior^2, so it does not
 * involve the prior (least-squares importance fitting, Kanamori et al. 2009, with a free constant).
 */
export interface RatioProblem {
  /** Kernel values between bags (rows) and centres (columns). */
  readonly gram: Matrix;
  /** The row of each centre. */
  readonly centres: Uint32Array;
  /** Rows of the positive bags. */
  readonly positive: Uint32Array;
  /** The rows of the second sample, and the weight c of each, above 0. The weights sum to 1. */
  readonly sample: Uint32Array;
  readonly weights: Float64Array;
  /** Above 0. */
  readonly lambda: number;
}

/** r(X) = sum over centres of alpha k(X, centre) + beta, with its certificate. */
export interface Ratio {
  readonly status: Status;
  readonly alpha: Float64Array;
  readonly beta: number;
  readonly primalObjective: number;
  readonly dualObjective: number;
  readonly relativeGap: number;
}

/**
 * Solves the problem if every training bag is a centre. By the representer theorem, f = (mean_P k -
 * sum_i u_i k_i) / lambda with u = c r, and (I + sqrt(c) K sqrt(c) / lambda) v = sqrt(c) (b +
 * mean_P k / lambda) for v = sqrt(c) r, with b such that sum u = 1. Takes one Cholesky
 * factorisation of the size of the sample.
 *
 * The certificate is the duality gap at u. Because f is made from u, only 1/2 sum c (r - u / c)^2
 * of it remains.
 */
export function solveRatio(problem: RatioProblem): Ratio {
  const { gram, centres, positive, sample, weights, lambda } = problem;
  const place = new Map(Array.from(centres, (row, column) => [row, column]));
  const columns = (rows: Uint32Array) => Uint32Array.from(rows, (row) => place.get(row) ?? Number.NaN);
  const [ofPositive, ofSample] = [columns(positive), columns(sample)];
  const n = sample.length;
  const root = weights.map(Math.sqrt);
  const between = matrix(n, n);
  const kind = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const row = sample[i] * gram.cols;
    for (let j = 0; j < n; j++) between.data[i * n + j] = root[i] * gram.data[row + ofSample[j]] * root[j];
    for (const column of ofPositive) kind[i] += gram.data[row + column] / positive.length;
  }
  const factor = linearAlgebra().cholesky(between, { scale: 1 / lambda, diagonal: new Float64Array(n).fill(1) });
  const solve = (right: Float64Array) => refined(between, lambda, factor.solve(right), right, (b) => factor.solve(b));
  const constant = solve(root);
  const pulled = solve(root.map((value, i) => (value * kind[i]) / lambda));
  const b = (1 - dot(root, pulled)) / dot(root, constant);
  const u = root.map((value, i) => value * (b * constant[i] + pulled[i]));
  const total = u.reduce((sum, value) => sum + value, 0);
  const alpha = new Float64Array(gram.cols);
  for (const column of ofPositive) alpha[column] += 1 / (lambda * positive.length);
  for (let i = 0; i < n; i++) {
    u[i] /= total;
    alpha[ofSample[i]] -= u[i] / lambda;
  }
  return proveRatio(problem, { alpha, beta: bestConstant(problem, alpha), u, all: true, jitter: 0 });
}

/**
 * Solves the problem if only some bags are centres. f is a sum over centres, and (Phi'C Phi - mean
 * mean' + lambda K) alpha = mean_P phi - mean phi, a system of the size of the centres. O(rows
 * centres^2). The norm is that of the space spanned by the centres, and the penalty has |f|^2 + 1e-9
 * alpha'alpha instead of |f|^2. The certificate is the gap at u = c r.
 */
export function solveRatioWithLandmarks(problem: RatioProblem): Ratio {
  const { gram, centres, positive, sample, weights, lambda } = problem;
  const la = linearAlgebra();
  const m = centres.length;
  const spread = new Float64Array(gram.rows);
  for (let i = 0; i < sample.length; i++) spread[sample[i]] += weights[i];
  const chosen = new Float64Array(gram.rows);
  for (const row of positive) chosen[row] += 1 / positive.length;
  const mean = la.gemvT(gram, spread);
  const direction = la.gemvT(gram, chosen).map((value, j) => value - mean[j]);
  const system = la.weightedSyrk(gram, spread);
  const between = matrix(m, m);
  for (let i = 0, at = 0; i < m; i++) {
    for (let j = 0; j < m; j++, at++) {
      between.data[at] = gram.data[centres[i] * m + j];
      system.data[at] += lambda * between.data[at] - mean[i] * mean[j];
    }
  }
  const diagonal = new Float64Array(m).fill(lambda * JITTER);
  const alpha = la.cholesky(system, { diagonal, replacePivots: true }).solve(direction);
  const beta = 1 - dot(alpha, mean);
  const r = la.gemv(gram, alpha);
  const u = Float64Array.from(sample, (row, i) => weights[i] * (r[row] + beta));
  return proveRatio(problem, { alpha, beta: bestConstant(problem, alpha), u, all: false, jitter: JITTER });
}

/** The best constant for these coefficients. */
function bestConstant({ gram, sample, weights }: RatioProblem, alpha: Float64Array): number {
  const f = linearAlgebra().gemv(gram, alpha);
  let beta = 1;
  for (let i = 0; i < sample.length; i++) beta -= weights[i] * f[sample[i]];
  return beta;
}

/** The solution of (I + K / lambda) x = right, with iterative refinement. */
function refined(
  between: Matrix,
  lambda: number,
  first: Float64Array,
  right: Float64Array,
  solve: (right: Float64Array) => Float64Array,
): Float64Array {
  const x = first;
  for (let k = 0; k < REFINEMENTS; k++) {
    const product = linearAlgebra().gemv(between, x);
    const change = solve(right.map((value, i) => value - x[i] - product[i] / lambda));
    for (let i = 0; i < x.length; i++) x[i] += change[i];
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
