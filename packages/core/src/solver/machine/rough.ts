import { bestBias } from "./bias.js";
import { type Point, violation } from "./point.js";
import type { Box, MachineProblem, MachineSolution } from "./problem.js";

/** Conditions of the optimum that are missed by no more than this count as met. */
export const ROUGH = 1e-3;

/**
 * The solution where steps of pairs stand, with objectives in plain arithmetic: the gap is an
 * estimate, not a bound. `solved` means that no pair violates the conditions of the optimum by more
 * than 0.001, where the margin is 1. Undefined if a number that plays a part is not finite, which
 * nobody has looked for before. Costs O(n log n).
 */
export function roughSolution(
  { signs, costs }: MachineProblem,
  box: Box,
  point: Point,
  iterations: number,
): MachineSolution | undefined {
  const { target } = box;
  const { alpha, gradient } = point;
  // The gradient is f - target, so that what a bias should make up for is its opposite.
  const beta = bestBias(
    gradient.map((value) => -value),
    signs,
    costs,
  );
  const values = gradient.map((value, i) => value + target[i]);
  let [square, loss, linear] = [0, 0, 0];
  for (let i = 0; i < alpha.length; i++) {
    square += alpha[i] * values[i];
    loss += costs[i] * Math.max(0, -signs[i] * (gradient[i] + beta));
    linear += alpha[i] * target[i];
  }
  const primal = square / 2 + loss;
  const dual = linear - square / 2;
  if (!Number.isFinite(primal)) return undefined;
  const gap = Math.max(0, primal - dual);
  return {
    status: violation(box, point) <= ROUGH ? "solved" : "iteration-limit",
    alpha,
    beta,
    values,
    iterations,
    primalObjective: primal,
    dualObjective: dual,
    gap,
    relativeGap: gap === 0 ? 0 : gap / Math.max(Math.abs(primal), Math.abs(dual)),
  };
}
