import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { prepare } from "../../solver/prepare.js";
import type { Problem } from "../../solver/problem.js";
import { invalid, type Solution } from "../../solver/solution.js";
import { solve } from "../../solver/solve.js";
import { alternate, type Scheme } from "../shared/machine/alternate.js";
import type { SchemeRecord } from "../shared/machine/task.js";
import { ramp, sameTangents, type Tangents, tangentsAt } from "../shared/ramp.js";

/**
 * The risk of positive and unlabeled samples with the ramp loss (du Plessis, Niu and Sugiyama, 2014):
 * minimise over alpha and beta, for z = phi alpha + beta,
 *
 *     J = sum_i weights_i ramp(signs_i z_i) / 2 + (lambda / 2) alpha'alpha,
 *
 * with total weights of 2 prior on positive samples (sign 1) and of 1 on unlabeled ones (sign -1).
 */
export interface RampRisk {
  /** The features phi, one sample per row. */
  readonly phi: Matrix;
  readonly signs: Int8Array;
  /** Above 0. */
  readonly weights: Float64Array;
}

/** What the procedure found. */
export interface RampFound {
  /** Of the last convex problem, with its certificate. */
  readonly solution: Solution;
  readonly scheme: SchemeRecord;
  readonly tangents: Tangents;
}

/**
 * The concave-convex procedure on J, from the tangents at the decision values `start`. It ends when
 * the tangents stay, when J falls by less than a millionth of it, or after `steps` convex problems,
 * which counts as not settled. J never increases. Where it ends with samples on a kink, both tangents
 * are tangents there, and it goes on with the other one if that lowers J. What it finds is a local
 * minimum or close to one.
 *
 * Each convex problem is one of PU-SKC with weights (`rampStep`), solved with a certificate.
 */
export function solveRampRisk(
  risk: RampRisk,
  { lambda, start, steps }: { readonly lambda: number; readonly start: Float64Array; readonly steps: number },
): RampFound {
  const { phi, signs } = risk;
  const scheme: Scheme<Tangents, Solution> = {
    solve: (tangents) => solveStep(risk, tangents, lambda),
    objective: (found) => (found.status === "invalid" ? Number.NaN : rampObjective(risk, found, lambda)),
    next: (found) => tangentsAt(signs, decisionValues(phi, found)),
    same: sameTangents,
  };
  let found = alternate(scheme, tangentsAt(signs, start), { most: steps });
  while (found.scheme.path.length < steps) {
    const { path } = found.scheme;
    const other = tangentsAt(signs, decisionValues(phi, found.fit), { atKink: 0 });
    if (sameTangents(other, found.state)) break;
    const further = alternate(scheme, other, { most: steps - path.length });
    const rest = further.scheme.path;
    if (!(rest[rest.length - 1] < path[path.length - 1] * (1 - WORTH_IT))) break;
    // A step aside may raise J at first; the path has only what lowered it.
    const lower = rest.filter((value) => value <= path[path.length - 1]);
    found = { ...further, scheme: { ...further.scheme, path: [...path, ...lower] } };
  }
  return { solution: found.fit, scheme: found.scheme, tangents: found.state };
}

/** Going on from a kink must lower J by this share of it. */
const WORTH_IT = 1e-6;

/** J at this solution. */
export function rampObjective(
  { phi, signs, weights }: RampRisk,
  found: Pick<Solution, "alpha" | "beta">,
  lambda: number,
): number {
  const z = decisionValues(phi, found);
  let value = 0;
  for (let i = 0; i < z.length; i++) value += 0.5 * weights[i] * ramp(signs[i] * z[i]);
  for (const a of found.alpha) value += 0.5 * lambda * a * a;
  return value;
}

/**
 * The convex problem for these tangents; null if it has no term that keeps the classifier from being
 * constant. Write f(z) = max(0, (1 + z) / 2, z) for the double hinge. Then ramp(-z) / 2 = f(z) - (z - 1)_+
 * and ramp(z) / 2 = f(z) - (z + 1)_+ + 1: the concave term of a sample has its kink at z = -sign. With
 * tangents t of 0 or 1 the problem is, up to a constant,
 *
 *     min sum_i w_i f(z_i) - sum_i w_i t_i z_i + (lambda / 2) alpha'alpha.
 *
 * Divided by the sum W of the weights, it is a `Problem` whose one positive sample is the mean of the
 * samples with t = 1, whose prior is their share of W and whose penalty is lambda / W.
 */
export function rampStep({ phi, weights }: RampRisk, tangents: Tangents, lambda: number): Problem | null {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const tilts = weights.map((weight, i) => weight * tangents[i]);
  const tilt = tilts.reduce((sum, weight) => sum + weight, 0);
  const held = weights.reduce((sum, weight, i) => sum + weight * (1 - tangents[i]), 0);
  if (!(tilt > 0 && held > 0)) return null;
  const mean = linearAlgebra().gemvT(
    phi,
    tilts.map((weight) => weight / tilt),
  );
  const prior = tilt / total;
  return { phiP: matrix(1, phi.cols, mean), phiU: phi, prior, lambda: lambda / total, loss: "double-hinge", weights };
}

function solveStep(risk: RampRisk, tangents: Tangents, lambda: number): Solution {
  const problem = rampStep(risk, tangents, lambda);
  if (problem === null) return constant(risk.phi.cols, tangents[0] === 1 ? 1 : -1);
  const { phiP, phiU, prior, weights } = problem;
  return solve(prepare(phiP, phiU, { prior, weights }), { lambda: problem.lambda, loss: problem.loss });
}

/** The solution where all tangents are alike: every sample on one side, at no loss. */
function constant(cols: number, beta: number): Solution {
  return { ...invalid(cols), status: "solved", alpha: new Float64Array(cols), beta, ...NO_LOSS };
}

const NO_LOSS = { primalObjective: 0, dualObjective: 0, relativeGap: 0 };

/** The decision values of these rows. */
export function decisionValues(phi: Matrix, { alpha, beta }: Pick<Solution, "alpha" | "beta">): Float64Array {
  const z = linearAlgebra().gemv(phi, alpha);
  for (let i = 0; i < z.length; i++) z[i] += beta;
  return z;
}
