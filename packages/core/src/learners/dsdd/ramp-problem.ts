import type { Matrix } from "../../linalg/matrix.js";
import { type HingeSolution, type PreparedHinges, prepareHinges, solveHinges } from "../../solver/hinge-problem.js";
import type { Status } from "../../solver/solution.js";
import { type Alternated, alternate, type Scheme } from "../shared/machine/alternate.js";
import { hingesAlone, ramp, sameTangents, type Tangents, tangentsAt } from "../shared/ramp.js";

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
 * The concave-convex procedure. ramp(m) = (1 - m)_+ - (-1 - m)_+, and the second term is replaced
 * by its tangent at the last solution, which gives a convex problem of hinges. J never increases
 * from step to step. The procedure ends when the tangents no longer change, or J no longer falls
 * (`alternate`). The minimum it finds is a local one.
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
  const scheme: Scheme<Tangents, HingeSolution> = {
    solve(tangents, before) {
      const tilts = problem.weights.map((weight, i) => weight * tangents[i]);
      const linear = prepared.algebra.gemvT(kernel, tilts);
      const exact = { slopes: problem.weights, tilts };
      const options = { signal, ...(before !== undefined && { warmStart: before }) };
      return solveHinges(prepared, { kinks, weights, linear, exact, lambda }, options);
    },
    objective: ({ status, alpha }) =>
      status === "invalid" ? Number.NaN : rampObjective(problem, alpha, prepared.algebra.gemv(kernel, alpha)),
    next: ({ alpha }) => tangentsAt(signs, prepared.algebra.gemv(kernel, alpha)),
    same: sameTangents,
  };
  const found = start === "hinge" ? fromHinges(scheme, signs, steps) : fromNothing(scheme, signs, steps);
  const { path, settled } = found.scheme;
  return { ...found.fit, objective: path[path.length - 1], path, settled, last: found.fit };
}

type Solved = Alternated<Tangents, HingeSolution>;

function fromHinges(scheme: Scheme<Tangents, HingeSolution>, signs: Int8Array, steps: number): Solved {
  return alternate(scheme, hingesAlone(signs), { most: steps, worth: 0 });
}

/**
 * The first problem has no term for samples of sign 1, so it is no step of the procedure: J may be
 * higher after the next one.
 */
function fromNothing(scheme: Scheme<Tangents, HingeSolution>, signs: Int8Array, steps: number): Solved {
  const state = new Uint8Array(signs.length);
  const fit = scheme.solve(state, undefined);
  const first = scheme.objective(fit, state);
  const next = scheme.next(fit, state);
  const settled = scheme.same(next, state);
  if (settled || steps === 1 || !Number.isFinite(first))
    return { fit, state, scheme: { path: [first], settled, starts: 1 } };
  const rest = alternate(scheme, next, { most: steps - 1, worth: 0, before: fit });
  return { ...rest, scheme: { ...rest.scheme, path: [first, ...rest.scheme.path] } };
}

/** J for given decision values. */
function rampObjective({ signs, weights, lambda }: RampProblem, alpha: Float64Array, z: Float64Array): number {
  let value = 0;
  for (let i = 0; i < z.length; i++) value += weights[i] * ramp(signs[i] * z[i]);
  for (const a of alpha) value += 0.5 * lambda * a * a;
  return value;
}
