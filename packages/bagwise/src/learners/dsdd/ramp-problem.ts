import type { Matrix } from "../../linalg/matrix.js";
import { type HingeSolution, type PreparedHinges, prepareHinges, solveHinges } from "../../solver/hinge-problem.js";
import type { Status } from "../../solver/solution.js";

/**
 * The sign of a density difference, estimated directly (du Plessis, Niu and Sugiyama, 2013):
 * minimise over alpha, for z = kernel alpha,
 *
 *     J = sum_i weights_i ramp(signs_i z_i) + (lambda / 2) alpha'alpha,   ramp(m) = min(2, max(0, 1 - m)).
 */
export interface RampProblem {
  /** Kernel values between samples (rows) and centres (columns). */
  readonly kernel: Matrix;
  /** 1 for samples of the first density, -1 for samples of the second. */
  readonly signs: Int8Array;
  readonly weights: Float64Array;
  readonly lambda: number;
}

interface RampOptions {
  /** The largest number of convex problems to solve, one after the other. */
  readonly steps: number;
  /**
   * `hinge`: the first convex problem replaces ramps by hinges. `program`: it has no hinges for
   * samples of sign 1, as in the authors' program.
   */
  readonly start: "hinge" | "program";
  readonly signal?: AbortSignal | undefined;
}

export interface RampSolution {
  /** The status of the last convex problem. */
  readonly status: Status;
  readonly alpha: Float64Array;
  readonly objective: number;
  /** J after each convex problem. It never increases. */
  readonly path: readonly number[];
  /** Whether the last problem equals the one before, so that more steps would change nothing. */
  readonly settled: boolean;
  /** Objectives, absolute gap and iterations of the last convex problem. */
  readonly last: Pick<HingeSolution, "primalObjective" | "dualObjective" | "gap" | "iterations">;
}

/**
 * A decision value so close to a kink lies on it. Equal instances of both kinds of bags often do, and
 * rounding must not choose between two tangents there: both are valid.
 */
const AT_KINK = 1e-6;

/**
 * The concave-convex procedure. ramp(m) = (1 - m)_+ - (-1 - m)_+, and the second term is replaced
 * by its tangent at the last solution, which gives a convex problem of hinges. J never increases
 * from step to step. The procedure ends when the tangents no longer change. The minimum it finds is
 * a local one.
 *
 * In terms of z, ramp(z) = (z - 1)_+ - (z + 1)_+ + 2 and ramp(-z) = (z + 1)_+ - (z - 1)_+, so the
 * hinges stay the same in all steps and only the linear term changes.
 */
export function solveRamp(problem: RampProblem, { steps, start, signal }: RampOptions): RampSolution {
  const { kernel, signs, lambda } = problem;
  const n = kernel.rows;
  const prepared: PreparedHinges = prepareHinges(kernel);
  const kinks = Float64Array.from(signs);
  const weights = problem.weights.map((weight) => weight * n);
  /** Samples whose tangent has slope 1: those beyond the kink of their concave term. */
  let tangent = Uint8Array.from(signs, (sign) => (start === "hinge" && sign > 0 ? 1 : 0));
  let found: HingeSolution | undefined;
  const path: number[] = [];
  for (let step = 0; ; step++) {
    const tilts = problem.weights.map((weight, i) => weight * tangent[i]);
    const linear = prepared.algebra.gemvT(kernel, tilts);
    const exact = { slopes: problem.weights, tilts };
    const options = { signal, ...(found !== undefined && { warmStart: found }) };
    const solution = solveHinges(prepared, { kinks, weights, linear, exact, lambda }, options);
    const z = prepared.algebra.gemv(kernel, solution.alpha);
    const next = Uint8Array.from(signs, (sign, i) => (z[i] >= -sign - AT_KINK ? 1 : 0));
    path.push(rampObjective(problem, solution.alpha, z));
    found = solution;
    const settled = next.every((value, i) => value === tangent[i]);
    if (settled || step + 1 >= steps || solution.status === "invalid")
      return { ...solution, objective: path[path.length - 1], path, settled, last: solution };
    tangent = next;
  }
}

/** J for given decision values. */
function rampObjective({ signs, weights, lambda }: RampProblem, alpha: Float64Array, z: Float64Array): number {
  let value = 0;
  for (let i = 0; i < z.length; i++) value += weights[i] * ramp(signs[i] * z[i]);
  for (const a of alpha) value += 0.5 * lambda * a * a;
  return value;
}

/** min(2, max(0, 1 - margin)). */
export function ramp(margin: number): number {
  return Math.min(2, Math.max(0, 1 - margin));
}
