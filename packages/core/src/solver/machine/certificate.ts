import { columnSums, type Doubled, PAIRS, plus, ROUNDOFF, twoSum } from "../../linalg/doubled.js";
import { bestBias } from "./bias.js";
import { extractedSums } from "./extracted-sums.js";
import type { MachineKernel } from "./kernel/layout.js";
import { boxOf, type MachineProblem } from "./problem.js";
import { where } from "./where.js";

/** What is proven about a solution. */
interface MachineProof {
  readonly beta: number;
  readonly primal: number;
  readonly dual: number;
  readonly gap: number;
  readonly relative: number;
  /** f(x_i) for each sample, rounded. */
  readonly values: Float64Array;
}

/** From so many kernel values on, sums with fewer digits save time. */
const MANY = 1e5;
/** Rounding may leave a kernel value slightly above the largest of a sample with itself. */
const SLIGHTLY_MORE = 1 + 1e-6;

/** Makes up for the rounding of a handful of operations on each term and of their sum. */
const TERM_ERROR = 32 * ROUNDOFF;

/** Objectives below this share of the loss of f = 0 are 0 but for rounding. */
const NOTHING = 1e-12;

/**
 * The best bias for these coefficients, and a bound on how far they are from the optimum. With
 * coefficients in their box that sum to 0 exactly, and m_i = margins_i - signs_i (f(x_i) + b),
 *
 *     gap = sum_i [costs_i (m_i)_+ - |alpha_i| m_i],
 *
 * a sum of terms that are not negative, whatever b is. f(x_i) is computed with 22 digits
 * (`extractedSums`), or with 32 (`columnSums`) where these do not show a relative gap of `aim`; the
 * errors that remain, and those of every later operation, are added. The kernel matrix counts as it is
 * stored; that it is positive semidefinite is assumed, not proven.
 *
 * Costs two to four products of the kernel with the coefficients that are not 0.
 */
export function certify(
  kernel: MachineKernel,
  problem: MachineProblem,
  alpha: Float64Array,
  aim: number,
): MachineProof {
  const { gram } = problem;
  const used = where(alpha.length, (i) => alpha[i] !== 0);
  const weights = Float64Array.from(used, (i) => alpha[i]);
  // The kernel is symmetric, so that its rows will do for its columns.
  if (used.length * gram.cols >= MANY) {
    let largest = 0;
    for (let i = 0; i < gram.rows; i++) largest = Math.max(largest, gram.data[i * gram.cols + i]);
    const sums = extractedSums(kernel, gram, weights, used, SLIGHTLY_MORE * largest);
    const proof = sums && proofFrom(problem, alpha, sums);
    if (proof !== undefined && (proof.relative <= aim || proof.doubt < proof.gap / 2)) return proof;
  }
  return proofFrom(problem, alpha, columnSums(gram, weights, used));
}

function proofFrom(
  problem: MachineProblem,
  alpha: Float64Array,
  { high, low, error }: Doubled,
): MachineProof & { readonly doubt: number } {
  const { signs, costs } = problem;
  const { target } = boxOf(problem);
  const ends = target.map((value, i) => value - high[i] - low[i]);
  const beta = bestBias(ends, signs, costs);
  let [gap, doubt, loss, square, linear, scale] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < alpha.length; i++) {
    const value = plus(twoSum(target[i], -beta), { high: -high[i], low: -low[i] });
    const miss = signs[i] * (value.high + value.low);
    const size = Math.abs(target[i]) + Math.abs(beta) + Math.abs(high[i]);
    const missError = error[i] + PAIRS * size + ROUNDOFF * Math.abs(miss);
    const own = Math.abs(alpha[i]);
    gap += miss > 0 ? (costs[i] - own) * miss : -own * miss;
    // A term that is 0 whatever the error of the miss is exact.
    const exact = (own === 0 && miss < -missError) || (own === costs[i] && miss > missError);
    if (!exact) doubt += costs[i] * missError;
    scale += costs[i] * Math.abs(target[i]);
    loss += costs[i] * Math.max(0, miss);
    square += alpha[i] * high[i];
    linear += alpha[i] * target[i];
  }
  const bound = (gap + doubt) * (1 + alpha.length * TERM_ERROR);
  const primal = square / 2 + loss;
  const dual = linear - square / 2;
  const largest = Math.max(Math.abs(primal), Math.abs(dual));
  const unit = largest > NOTHING * scale ? largest : scale;
  const relative = bound === 0 ? 0 : bound / unit;
  return {
    beta,
    primal,
    dual,
    gap: bound,
    relative: Number.isNaN(relative) ? Infinity : relative,
    values: high,
    doubt,
  };
}
