import { columnSums, exactSum, ROUNDOFF, rowSums } from "../../linalg/doubled.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { Ratio, RatioProblem } from "../ratio.js";

/** The largest relative gap that is good enough, as for PU-SKC. */
const ACCEPT = 1e-8;

/**
 * Kernel values are rounded, so their matrix may have eigenvalues slightly below 0, where the
 * problem has no minimum. If every bag is a centre, the proof is for every positive semidefinite
 * matrix whose entries differ from the stored ones by at most this share of the largest. The kernel
 * itself is one of them.
 */
const KERNEL_ERROR = 2 ** -44;

/** A ratio to be proven, and its dual point u = c r. */
export interface FoundRatio {
  readonly alpha: Float64Array;
  readonly beta: number;
  readonly u: Float64Array;
  /** Whether every training bag is a centre. */
  readonly all: boolean;
  /** What the penalty adds to the diagonal of the kernel matrix between centres. */
  readonly jitter: number;
}

/** f at all rows, and how far it may be off. */
interface Values {
  readonly f: Float64Array;
  readonly error: number;
}

/**
 * The ratio with its certificate. For u with a sum of exactly 1, the objective is above its minimum
 * by at most
 *
 *     1/2 sum c (r - u / c)^2 + lambda/2 |f - f of u|^2,
 *
 * including the rounding errors of kernel values and of this sum itself. A kernel value that is not
 * finite makes the ratio invalid.
 */
export function proveRatio(problem: RatioProblem, found: FoundRatio): Ratio {
  const { positive, sample, weights, lambda, centres } = problem;
  const { alpha, beta, jitter } = found;
  const u = found.u.slice();
  const at = weights.indexOf(Math.max(...weights));
  // The sum of u becomes 1 up to the rounding error of this one entry.
  u[at] -= exactSum([-1, ...u]);
  const moved = 2 * ROUNDOFF * Math.abs(u[at]);
  const length = sumOfSizes(alpha);
  const values = found.all ? looseValues(problem, found, length) : sharpValues(problem, found);
  const { f, error } = values;
  let gap = found.all ? betweenCoefficients(problem, found, u, moved) : byGradient(problem, found, u, moved, values);
  let loss = 0;
  for (let i = 0; i < sample.length; i++) {
    const r = f[sample[i]] + beta;
    const dual = u[i] / weights[i];
    const rounding = 8 * ROUNDOFF * (Math.abs(f[sample[i]]) + Math.abs(beta) + Math.abs(dual));
    const off = Math.abs(r - dual) + rounding + error + (i === at ? moved / weights[i] : 0);
    gap += 0.5 * weights[i] * off * off;
    loss += 0.5 * weights[i] * r * r;
  }
  let reached = 0;
  for (const row of positive) reached += (f[row] + beta) / positive.length;
  let norm = 0;
  for (let j = 0; j < alpha.length; j++) norm += alpha[j] * (f[centres[j]] + jitter * alpha[j]);
  const primalObjective = loss - reached + (lambda / 2) * norm;
  // What rounding does to the objective in the sums above, and with the errors of the values.
  const most = f.reduce((largest, value) => Math.max(largest, Math.abs(value)), Math.abs(beta));
  const rounding = 4 * (sample.length + positive.length + alpha.length + 32) * ROUNDOFF;
  const unsure = rounding * (loss + 2 * most + lambda * length * most);
  const varies = unsure + error * (4 * most + 2 + lambda * length);
  const bound = gap * (1 + rounding);
  // A constant r has the objective -1/2, but for the rounding of the weights.
  const unit = Math.max(0.5 * (1 - rounding), Math.abs(primalObjective) - varies);
  const relativeGap = (bound / unit) * (1 + rounding);
  if (!Number.isFinite(relativeGap)) {
    const nothing = { alpha: new Float64Array(alpha.length), beta: 1, primalObjective: Number.NaN };
    return { status: "invalid", ...nothing, dualObjective: Number.NaN, relativeGap: Infinity };
  }
  const status = relativeGap <= ACCEPT ? "solved" : "inaccurate";
  return { status, alpha, beta, primalObjective, dualObjective: primalObjective - bound - unsure, relativeGap };
}

/** With the error of kernel values, and that of plain sums, which is smaller. */
function looseValues({ gram }: RatioProblem, { alpha }: FoundRatio, length: number): Values {
  const { high, error } = rowSums(gram, alpha);
  const largest = gram.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const rounding = high.reduce((most, value, i) => Math.max(most, error[i] + ROUNDOFF * Math.abs(value)), 0);
  return { f: high, error: rounding + KERNEL_ERROR * largest * length * (1 + 2 ** -20) };
}

/** With the error of the sums alone, for kernel values as stored. */
function sharpValues({ gram }: RatioProblem, { alpha }: FoundRatio): Values {
  const { high, error } = rowSums(gram, alpha);
  return { f: high, error: high.reduce((most, value, i) => Math.max(most, error[i] + ROUNDOFF * Math.abs(value)), 0) };
}

/**
 * lambda/2 |f - f of u|^2 if every bag is a centre: f of u has coefficients of its own, and the norm
 * of a difference d of coefficients is at most sum |d_j| sqrt(k_jj).
 */
function betweenCoefficients(
  { gram, centres, positive, sample, lambda }: RatioProblem,
  { alpha }: FoundRatio,
  u: Float64Array,
  moved: number,
): number {
  const own = new Float64Array(gram.rows);
  const size = new Float64Array(gram.rows);
  for (const row of positive) own[row] += 1 / positive.length;
  for (let i = 0; i < sample.length; i++) {
    size[sample[i]] += Math.abs(u[i]);
    own[sample[i]] -= u[i];
  }
  let distance = 0;
  let largest = 0;
  for (let j = 0; j < centres.length; j++) {
    const row = centres[j];
    const scaled = lambda * alpha[j];
    const rounding = 16 * ROUNDOFF * (Math.abs(scaled) + Math.abs(own[row]) + size[row]);
    distance += Math.abs(scaled - own[row]) + rounding;
    largest = Math.max(largest, Math.abs(gram.data[row * gram.cols + j]));
  }
  const most = (distance + moved) * (1 + centres.length * ROUNDOFF);
  return (most * most * largest * (1 + 2 * KERNEL_ERROR)) / (2 * lambda);
}

/**
 * The same with landmarks: the jitter makes the penalty strongly convex in alpha, so a gradient of
 * this size leaves at most |gradient|^2 / (lambda jitter). Half of the jitter makes up for
 * eigenvalues of the stored kernel matrix slightly below 0.
 */
function byGradient(
  problem: RatioProblem,
  { alpha, jitter }: FoundRatio,
  u: Float64Array,
  moved: number,
  { f, error }: Values,
): number {
  const { gram, centres, positive, sample, lambda } = problem;
  const spread = new Float64Array(gram.rows);
  for (const row of positive) spread[row] += 1 / positive.length;
  for (let i = 0; i < sample.length; i++) spread[sample[i]] -= u[i];
  const largest = gram.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const rounded = (4 * sumOfSizes(spread) + 4) * ROUNDOFF + moved;
  const { high, error: pullError } = columnSums(gram, spread);
  const skew = asymmetry(gram, centres) * sumOfSizes(alpha);
  let total = 0;
  for (let j = 0; j < centres.length; j++) {
    const own = lambda * (f[centres[j]] + jitter * alpha[j]);
    const rounding =
      8 * ROUNDOFF * (Math.abs(high[j]) + lambda * (Math.abs(f[centres[j]]) + jitter * Math.abs(alpha[j])));
    const off = Math.abs(high[j] - own) + rounding + pullError[j] + rounded * largest + lambda * (error + skew);
    total += off * off;
  }
  return total / (lambda * jitter);
}

/** The largest difference between two entries of the kernel matrix between centres that should be equal. */
function asymmetry({ cols, data }: Matrix, centres: Uint32Array): number {
  let most = 0;
  for (let i = 0; i < cols; i++) {
    for (let j = 0; j < i; j++)
      most = Math.max(most, Math.abs(data[centres[i] * cols + j] - data[centres[j] * cols + i]));
  }
  return most;
}

function sumOfSizes(values: Float64Array): number {
  return values.reduce((sum, value) => sum + Math.abs(value), 0);
}
