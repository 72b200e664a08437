import { InputError } from "../../base/errors.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { certify } from "./certificate.js";
import { exactSteps } from "./exact-step.js";
import { feasible } from "./feasible.js";
import { type Point, pairSteps, restoreGradient } from "./pair-steps.js";
import { type Box, boxOf, type MachineOptions, type MachineProblem, type MachineSolution } from "./problem.js";
import { ROUGH, roughSolution } from "./rough.js";

/**
 * How well steps of pairs solve before exact steps are tried. Usually the first is enough: then the
 * right samples are free.
 */
const ACCURACIES: readonly number[] = [ROUGH, 1e-5, 1e-7, 1e-9, 1e-11];

/** A round that leaves more than this share of the gap is the last one, if the problem is solved. */
const WORTH_IT = 0.25;

/**
 * Solves a hinge-loss machine: steps of two samples find the samples that are free, exact steps give
 * all digits, and a proof says how good the result is (`certify`). Never throws for numerical reasons.
 * Throws an InputError for wrong lengths. Without samples the solution is 0. A rough solution ends
 * after the first steps of pairs.
 *
 * Costs some n^2 operations for well-scaled kernels, more for large costs, and one factorisation of
 * the kernel of the free samples. Memory: the kernel, and up to half of it again.
 */
export function solveMachine(problem: MachineProblem, options: MachineOptions = {}): MachineSolution {
  const { tolerance = 1e-12, accept = 1e-8, start, rough = false, backend = "auto", signal } = options;
  const { gram } = problem;
  checkShapes(problem);
  const n = gram.rows;
  const { maxIterations = Math.max(200_000, 100 * n) } = options;
  const box = boxOf(problem);
  if (!isUsable(problem) || !(rough || areFinite(gram.data))) return invalid(n);
  const algebra = linearAlgebra({ backend });
  const point: Point = { alpha: startOf(start, box), gradient: new Float64Array(n) };
  restoreGradient(gram, box, point);
  let iterations = 0;
  let best: MachineSolution | undefined;
  for (const accuracy of ACCURACIES) {
    signal?.throwIfAborted();
    const check = signal && (() => signal.throwIfAborted());
    iterations += pairSteps(gram, box, point, { accuracy, most: maxIterations - iterations, ...(check && { check }) });
    if (rough) return roughSolution(problem, box, point, iterations) ?? invalid(n);
    iterations += exactSteps(algebra, gram, box, point);
    const found = proven(problem, box, point.alpha, iterations, accept);
    const before = best?.relativeGap ?? Infinity;
    if (best === undefined || found.relativeGap < before) best = found;
    if (best.relativeGap <= tolerance) return best;
    // What is left are rounding errors.
    if (best.status === "solved" && found.relativeGap > WORTH_IT * before) return best;
    if (iterations >= maxIterations)
      return best.status === "solved" ? best : { ...best, iterations, status: "iteration-limit" };
    // What steps add up in the gradient they also round.
    restoreGradient(gram, box, point);
  }
  return { ...(best ?? invalid(n)), iterations };
}

/** The solution with these coefficients, made feasible and certified. */
function proven(
  problem: MachineProblem,
  box: Box,
  alpha: Float64Array,
  iterations: number,
  accept: number,
): MachineSolution {
  const found = feasible(alpha, box);
  if (found === undefined) return { ...invalid(alpha.length), status: "inaccurate", iterations };
  const { beta, primal, dual, gap, relative } = certify(problem, found);
  return {
    status: relative <= accept ? "solved" : "inaccurate",
    alpha: found,
    beta,
    iterations,
    primalObjective: primal,
    dualObjective: dual,
    gap,
    relativeGap: relative,
  };
}

/** The given start within the box, or zeros. A sum that is not 0 is made 0 by moving those with room. */
function startOf(start: Float64Array | undefined, box: Box): Float64Array {
  const zeros = new Float64Array(box.low.length);
  return start === undefined ? zeros : (feasible(start, box) ?? zeros);
}

function isUsable({ costs, margins }: MachineProblem): boolean {
  return (
    costs.every((cost) => cost > 0 && cost < Infinity) && (margins === undefined || margins.every(Number.isFinite))
  );
}

/** Whether all numbers are finite: then the sum of their products with 0 is 0. Much faster than `every`. */
function areFinite(values: Float64Array): boolean {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += 0 * values[i];
  return sum === 0;
}

function checkShapes({ gram, signs, costs, margins }: MachineProblem): void {
  const n = gram.rows;
  const right = (length: number | undefined) => length === undefined || length === n;
  if (gram.cols === n && right(signs.length) && right(costs.length) && right(margins?.length)) return;
  throw new InputError({
    code: "shape",
    message: `solveMachine: ${signs.length} signs, ${costs.length} costs and ${margins?.length ?? n} margins for a kernel of ${n} x ${gram.cols}`,
    remedy: "Give a square kernel matrix, and a sign, a cost and a margin for each of its rows.",
  });
}

function invalid(n: number): MachineSolution {
  return {
    status: "invalid",
    alpha: new Float64Array(n),
    beta: 0,
    iterations: 0,
    primalObjective: Number.NaN,
    dualObjective: Number.NaN,
    gap: Infinity,
    relativeGap: Infinity,
  };
}
