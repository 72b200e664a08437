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
  const chunk = 1000 + 5 * n;
  const box = boxOf(problem);
  if (!isUsable(problem)) return invalid(n);
  const algebra = linearAlgebra({ backend });
  const point: Point = { alpha: startOf(start, box), gradient: new Float64Array(n) };
  restoreGradient(gram, box, point);
  let iterations = 0;
  let best: MachineSolution | undefined;
  for (const accuracy of ACCURACIES) {
    signal?.throwIfAborted();
    const check = signal && (() => signal.throwIfAborted());
    // With large costs steps of pairs may zigzag for ever, so exact steps come in between.
    for (let steps = chunk; steps >= chunk && iterations < maxIterations; ) {
      const most = Math.min(chunk, maxIterations - iterations);
      steps = pairSteps(gram, box, point, { accuracy, most, ...(check && { check }) });
      iterations += steps;
      if (rough && steps < most) return roughSolution(problem, box, point, iterations) ?? invalid(n);
      iterations += exactSteps(algebra, gram, box, point);
    }
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
  if (!(relative <= accept) && !problem.gram.data.every(Number.isFinite))
    return { ...invalid(alpha.length), iterations };
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

/** Whether costs, margins and the kernel of each sample with itself can be computed with. */
function isUsable({ gram, costs, margins }: MachineProblem): boolean {
  const { cols, data } = gram;
  return (
    costs.every((cost, i) => cost > 0 && cost < Infinity && Number.isFinite(data[i * cols + i])) &&
    (margins === undefined || margins.every(Number.isFinite))
  );
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
