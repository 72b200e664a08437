import { InputError } from "../../base/errors.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { certify } from "./certificate.js";
import { exactSteps } from "./exact-step.js";
import { feasible } from "./feasible.js";
import { FreeSystem } from "./free-system.js";
import { machineKernel } from "./kernel/kernel.js";
import type { MachineKernel } from "./kernel/layout.js";
import { pairSteps } from "./pair-steps.js";

import { type Point, restoreGradient } from "./point.js";
import { type Box, boxOf, type MachineOptions, type MachineProblem, type MachineSolution } from "./problem.js";
import { ROUGH, roughSolution } from "./rough.js";
import { settle } from "./settle.js";
import { freeSamples } from "./where.js";
import { WORKING } from "./working-samples.js";

/**
 * How well steps of pairs solve before the rest is tried at once. Usually the first is enough: then
 * nearly all the right samples are free, and `settle` finds the others.
 */
const ACCURACIES: readonly number[] = [0.1, ROUGH, 1e-5, 1e-7, 1e-9, 1e-11];

/** A round that leaves more than this share of the gap is the last one, if the problem is solved. */
const WORTH_IT = 0.25;

/**
 * Solves a hinge-loss machine: steps of two samples find nearly all samples that are free, solving for
 * these exactly finds the rest and all digits (`settle`), and a proof says how good the result is
 * (`certify`). Never throws for numerical reasons. Throws an InputError for wrong lengths. Without
 * samples the solution is 0. A rough solution ends after the steps of pairs.
 *
 * Costs some n^2 operations for well-scaled kernels, more for large costs, and one factorisation of
 * the kernel of the free samples. Memory: the kernel, up to 52 MB, and the kernel of the free samples
 * twice.
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
  const kernel = machineKernel(algebra.name);
  const point: Point = { alpha: startOf(start, box), gradient: new Float64Array(n) };
  restoreGradient(gram, box, point);
  let iterations = 0;
  let best: MachineSolution | undefined;
  const system = new FreeSystem(algebra, gram);
  for (const accuracy of rough ? [ROUGH] : ACCURACIES) {
    signal?.throwIfAborted();
    const check = signal && (() => signal.throwIfAborted());
    // With large costs steps of pairs may zigzag for ever, so exact steps come in between.
    for (let [steps, since] = [chunk, 0]; steps >= chunk && iterations < maxIterations; ) {
      const most = Math.min(chunk, maxIterations - iterations);
      steps = pairSteps(kernel, gram, box, point, { accuracy, most, ...(check && { check }) });
      iterations += steps;
      since += steps;
      if (rough && steps < most) return roughSolution(problem, box, point, iterations) ?? invalid(n);
      if (steps < most || since < worthExact(freeSamples(box, point.alpha).length, n)) continue;
      iterations += exactSteps(system, gram, box, point);
      since = 0;
    }
    if (!settle(system, gram, box, point)) {
      if (accuracy > ROUGH && iterations < maxIterations) continue;
      iterations += exactSteps(system, gram, box, point);
    }
    const found = proven(kernel, problem, box, point, { iterations, tolerance, accept });
    const before = best?.relativeGap ?? Infinity;
    if (best === undefined || found.relativeGap < before) best = found;
    if (best.relativeGap <= tolerance) return best;
    // What is left are rounding errors.
    if (best.status === "solved" && found.relativeGap > WORTH_IT * before) return best;
    if (iterations >= maxIterations)
      return best.status === "solved" ? best : { ...best, iterations, status: "iteration-limit" };
  }
  return { ...(best ?? invalid(n)), iterations };
}

/** Steps of pairs that take about as long as exact steps with so many free samples. */
function worthExact(free: number, n: number): number {
  return free ** 3 / (8 * Math.min(n, WORKING));
}

/**
 * The solution with the coefficients of a point, made feasible and certified. The point moves there,
 * and its gradient, which steps add up and round, becomes exact.
 */
function proven(
  kernel: MachineKernel,
  problem: MachineProblem,
  box: Box,
  { alpha, gradient }: Point,
  {
    iterations,
    tolerance,
    accept,
  }: { readonly iterations: number; readonly tolerance: number; readonly accept: number },
): MachineSolution {
  const found = feasible(alpha, box);
  if (found === undefined) return { ...invalid(alpha.length), status: "inaccurate", iterations };
  const { beta, primal, dual, gap, relative, values } = certify(kernel, problem, found, tolerance);
  if (!(relative <= accept) && !areFinite(problem.gram.data)) return { ...invalid(alpha.length), iterations };
  alpha.set(found);
  for (let i = 0; i < alpha.length; i++) gradient[i] = values[i] - box.target[i];
  return {
    status: relative <= accept ? "solved" : "inaccurate",
    alpha: found,
    beta,
    values,
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

/** Whether all numbers are finite. Several times as fast as `every`. */
function areFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
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
    values: new Float64Array(n).fill(Number.NaN),
    iterations: 0,
    primalObjective: Number.NaN,
    dualObjective: Number.NaN,
    gap: Infinity,
    relativeGap: Infinity,
  };
}
