import type { Matrix } from "../../../bagwise/src/entries/linalg.js";
import type { Loss, Problem } from "../../src/solver/problem.js";
import type { Solution } from "../../src/solver/solution.js";

// What the tests know about the problem, written down from the paper and independent of the solver:
// plain loops, and sums and products with twice the usual digits, so that rounding here cannot hide
// a fault there.

/** l(z) of each loss. */
export const LOSS: Record<Loss, (z: number) => number> = {
  "double-hinge": (z) => Math.max(0, (1 - z) / 2, -z),
  squared: (z) => (1 - z) ** 2 / 4,
  logistic: (z) => (z > 0 ? Math.log1p(Math.exp(-z)) : -z + Math.log1p(Math.exp(z))),
};

const xlogx = (x: number) => (x > 0 ? x * Math.log(x) : 0);

/** The conjugate of z -> l(-z). */
const CONJUGATE: Record<Loss, (gamma: number) => number> = {
  "double-hinge": (gamma) => Math.max(-gamma, gamma - 1),
  squared: (gamma) => gamma * gamma - gamma,
  logistic: (gamma) => xlogx(gamma) + xlogx(1 - gamma),
};

/** The sum of products with an error below 1e-30 of their sizes (Ogita, Rump and Oishi 2005). */
export function exactDot(a: readonly number[], b: readonly number[]): number {
  let high = 0;
  let low = 0;
  for (let k = 0; k < a.length; k++) {
    const product = a[k] * b[k];
    const total = high + product;
    const part = total - high;
    low += high - (total - part) + (product - part) + productError(a[k], b[k], product);
    high = total;
  }
  return high + low;
}

/** a b - product, exactly (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const split = (x: number) => {
    const c = 134217729 * x;
    const high = c - (c - x);
    return [high, x - high];
  };
  const [a1, a2] = split(a);
  const [b1, b2] = split(b);
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
}

/** The share of each row of phiU in the second mean; the sum is 1. */
export function shares({ phiU, weights }: Pick<Problem, "phiU" | "weights">): number[] {
  const given = [...(weights ?? new Float64Array(phiU.rows).fill(1))];
  const total = given.reduce((sum, weight) => sum + weight, 0);
  return given.map((weight) => weight / total);
}

const row = ({ cols, data }: Matrix, i: number) => [...data.subarray(i * cols, i * cols + cols)];

/** g = alpha'phi + beta for every row. */
export function decisionValues(phi: Matrix, { alpha, beta }: Pick<Solution, "alpha" | "beta">): number[] {
  return Array.from({ length: phi.rows }, (_, i) => exactDot([...row(phi, i), 1], [...alpha, beta]));
}

/** J(alpha, beta), from its definition. */
export function objective(problem: Problem, solution: Pick<Solution, "alpha" | "beta">): number {
  const { phiP, phiU, prior, lambda, loss } = problem;
  const gP = decisionValues(phiP, solution);
  const gU = decisionValues(phiU, solution);
  const alpha = [...solution.alpha];
  return exactDot(
    [...gP.map(() => -prior / phiP.rows), ...shares(problem), ...alpha.map((a) => (lambda / 2) * a)],
    [...gP, ...gU.map((g) => LOSS[loss](-g)), ...alpha],
  );
}

/**
 * prior mean_P(phi) - mean_U(gamma phi): lambda times the alpha that belongs to gamma. Weights are
 * in gamma already.
 */
export function pull({ phiP, phiU, prior }: Problem, gamma: Float64Array): number[] {
  return Array.from({ length: phiU.cols }, (_, j) => {
    // Any number may be subtracted from a feature, because the mean of gamma is the prior; this one
    // avoids cancellation.
    const origin = phiU.data[j];
    const p = Array.from({ length: phiP.rows }, (_, i) => phiP.data[i * phiP.cols + j] - origin);
    const u = Array.from({ length: phiU.rows }, (_, i) => phiU.data[i * phiU.cols + j] - origin);
    return exactDot([...p, ...u], [...p.map(() => prior / phiP.rows), ...[...gamma].map((g) => -g / phiU.rows)]);
  });
}

/** A lower bound of the minimum of J, from gamma alone. */
export function lowerBound(problem: Problem, gamma: Float64Array): number {
  const { lambda, loss, phiU } = problem;
  const v = pull(problem, gamma);
  const c = shares(problem);
  const conjugates = [...gamma].map((each, i) => CONJUGATE[loss](Math.min(1, each / (phiU.rows * c[i]))));
  return -exactDot(v, v) / (2 * lambda) - exactDot(conjugates, c);
}

/** The relative duality gap of a solution. */
export function relativeGap(problem: Problem, solution: Solution): number {
  const { prior } = problem;
  const primal = objective(problem, solution);
  const dual = lowerBound(problem, solution.dual ?? new Float64Array(0));
  return (primal - dual) / Math.max(Math.abs(primal), Math.abs(dual), prior * (1 - prior));
}
