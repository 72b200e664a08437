import { columnSums, PAIRS, plus, ROUNDOFF, twoSum } from "../../linalg/doubled.js";
import { bestBias } from "./bias.js";
import { boxOf, type MachineProblem } from "./problem.js";

/** What is proven about a solution. */
interface MachineProof {
  readonly beta: number;
  readonly primal: number;
  readonly dual: number;
  readonly gap: number;
  readonly relative: number;
}

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
 * a sum of terms that are not negative, whatever b is. f(x_i) is computed with about 32 digits
 * (`columnSums`); the errors that remain, and those of every later operation, are added. The kernel
 * matrix counts as it is stored; that it is positive semidefinite is assumed, not proven.
 *
 * Costs four products of the kernel with the coefficients that are not 0.
 */
export function certify(problem: MachineProblem, alpha: Float64Array): MachineProof {
  const { gram, signs, costs } = problem;
  const { target } = boxOf(problem);
  const used = Uint32Array.from(alpha.keys()).filter((i) => alpha[i] !== 0);
  // The kernel is symmetric, so that its rows will do for its columns.
  const { high, low, error } = columnSums(
    gram,
    Float64Array.from(used, (i) => alpha[i]),
    used,
  );
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
  return { beta, primal, dual, gap: bound, relative: Number.isNaN(relative) ? Infinity : relative };
}
