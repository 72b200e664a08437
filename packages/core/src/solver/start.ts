import type { GapCertificate, PrimalDualPoint } from "./certificate.js";
import type { Prepared } from "./prepare.js";
import { solveSquared } from "./squared.js";
import { centredDirection, certified, meetPrior, unitOf } from "./units.js";

/** Where the interior-point method starts, and the unit of z to work in. */
interface Start {
  readonly zeta: number;
  /** In units of zeta. */
  readonly alpha: Float64Array;
  /** Strictly between 0 and the weights, with mean prior. */
  readonly gamma: Float64Array;
}

/** gamma stays at least this fraction of the prior away from 0 and 1. */
const AWAY = 0.1;

/**
 * The starting points to try until one leads to a solution. The last is gamma = prior (times the
 * weights, if any) with its own alpha, c / lambda. With very many bags, the solution of the squared
 * loss comes first if its scale is right. It costs as much as one iteration and saves a third of
 * them, but ill-conditioned problems need the other start.
 */
export function* startsOf(
  prepared: Prepared,
  lambda: number,
  certify: (point: PrimalDualPoint) => GapCertificate,
): Generator<Start, void> {
  if (prepared.reduceTo === "features") {
    const start = squaredStart(prepared, lambda, certify);
    if (start !== undefined) yield start;
  }
  const zeta = unitOf(prepared, lambda);
  const kappa = lambda * prepared.scale * prepared.scale * zeta;
  const alpha = centredDirection(prepared).map((value) => value / kappa);
  yield { zeta, alpha, gamma: prepared.weights.map((weight) => weight * prepared.prior) };
}

/**
 * The solution of the squared loss, with gamma moved inside its bounds. The squared loss keeps z
 * near 1, but the double hinge does not if lambda is small and the bags are separable. The scale is
 * right if ten times this alpha is no better.
 */
function squaredStart(
  prepared: Prepared,
  lambda: number,
  certify: (point: PrimalDualPoint) => GapCertificate,
): Start | undefined {
  const { prior, weights } = prepared;
  const { alpha, gamma, rest } = solveSquared(prepared, lambda, { tolerance: 0, accept: 0, maxIterations: 1 }).reached;
  const least = AWAY * Math.min(prior, 1 - prior);
  let zeta = 1;
  for (let i = 0; i < gamma.length; i++) {
    zeta = Math.max(zeta, Math.abs((2 * gamma[i]) / weights[i] - 1));
    gamma[i] = Math.min(weights[i] * (1 - least), Math.max(weights[i] * least, gamma[i]));
    rest[i] = weights[i] - gamma[i];
  }
  meetPrior(prepared, { gamma, rest });
  const primal = (factor: number) => {
    const point = { alpha: alpha.map((value) => factor * value), gamma: gamma.slice(), rest: rest.slice() };
    const reached = { ...point, iterations: 0, replacedPivots: 0, end: "limit" as const };
    return certified(prepared, lambda, reached, certify).certificate.primal;
  };
  return primal(1) < primal(10) ? { zeta, alpha: alpha.map((value) => value / zeta), gamma } : undefined;
}
