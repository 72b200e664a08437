import { rowSums } from "../linalg/doubled.js";
import type { GapCertificate, PrimalDualPoint } from "./certificate.js";
import type { Prepared } from "./prepare.js";

/** What a solver of one loss has reached, on the centred and scaled features. */
export interface Reached {
  readonly alpha: Float64Array;
  readonly gamma: Float64Array;
  /** weight - gamma, which is 1 - gamma if all bags are equally weighted. */
  readonly rest: Float64Array;
  readonly iterations: number;
  readonly replacedPivots: number;
  /** Why it stopped. */
  readonly end: "tolerance" | "no-progress" | "limit";
}

/** The same for the caller's features, with the certificate. `certificate.b` is beta. */
export interface CertifiedSolution {
  readonly alpha: Float64Array;
  readonly reached: Reached;
  readonly certificate: GapCertificate;
}

/** A solution for another lambda. */
export interface WarmStart {
  readonly lambda: number;
  readonly alpha: Float64Array;
  readonly dual: Float64Array;
}

/** c = prior (mean of the positive bags - mean of the unlabeled bags), scaled. In the workspace. */
export function centredDirection({ direction, prior, workspace }: Prepared): Float64Array {
  const c = workspace.features("c");
  for (let j = 0; j < c.length; j++) c[j] = prior * direction[j];
  return c;
}

/**
 * The unit zeta of decision values: the larger of 1 and the largest |z| at gamma = prior, where
 * alpha is c / lambda.
 */
export function unitOf(prepared: Prepared, lambda: number): number {
  const { held, scale, workspace } = prepared;
  const start = held().times(centredDirection(prepared), { out: workspace.bags("s") });
  let largest = 0;
  for (let i = 0; i < start.length; i++) largest = Math.max(largest, Math.abs(start[i]));
  return Math.max(1, largest / (lambda * scale * scale));
}

/** r = kappa alpha - c + A'gamma / n, in the workspace. */
export function residualOf(
  { held, centred, workspace }: Prepared,
  { kappa, c, alpha, gamma }: Pick<PrimalDualPoint, "kappa" | "c" | "alpha" | "gamma">,
): Float64Array {
  const residual = held().timesTransposed(gamma, { out: workspace.features("residual") });
  for (let j = 0; j < c.length; j++) residual[j] = kappa * alpha[j] - c[j] + residual[j] / centred.rows;
  return residual;
}

/**
 * Adjusts gamma so that its mean is the prior, which makes it a dual point. Each gamma changes in
 * proportion to gamma (1 - gamma / weight), so those at a bound stay there and none crosses it.
 * Does nothing if only rounding is left to gain, or if all are at a bound. The certificate accounts
 * for what is then missing.
 */
export function meetPrior(
  { prior, weights }: Prepared,
  { gamma, rest }: Pick<PrimalDualPoint, "gamma" | "rest">,
): void {
  let missing = 0;
  let total = 0;
  let freedom = 0;
  for (let i = 0; i < gamma.length; i++) {
    missing += prior - gamma[i];
    total += Math.abs(gamma[i]);
    freedom += (gamma[i] * rest[i]) / weights[i];
  }
  const share = Math.max(-1, Math.min(1, missing / freedom));
  if (!(Math.abs(missing) > 8 * Number.EPSILON * total) || !(freedom > 0)) return;
  for (let i = 0; i < gamma.length; i++) {
    const change = (share * gamma[i] * rest[i]) / weights[i];
    gamma[i] += change;
    rest[i] -= change;
  }
}

/**
 * Estimates how good is what is returned: alpha as rounded, and the decision values that a model
 * computes from the caller's features, with the best bias for them. `accurately` computes them with
 * twice the digits. The scale is a power of two and changes no bits.
 */
export function certified(
  prepared: Prepared,
  lambda: number,
  reached: Reached,
  certify: (point: PrimalDualPoint) => GapCertificate,
  { accurately = false }: { readonly accurately?: boolean } = {},
): CertifiedSolution {
  const { algebra, phiU, prior, scale, workspace } = prepared;
  meetPrior(prepared, reached);
  const alpha = reached.alpha.map((value) => value * scale);
  const s = accurately ? rowSums(phiU, alpha).high : algebra.gemv(phiU, alpha, { out: workspace.bags("s") });
  const kappa = lambda * scale * scale;
  const point = { ...reached, prior, kappa, e: 1, s, c: centredDirection(prepared) };
  return { alpha, reached, certificate: certify({ ...point, residual: residualOf(prepared, point) }) };
}

/**
 * How good a dual point is as it stands, with lambda alpha taken from another lambda. Nothing is
 * solved.
 */
export function certifyStart(
  prepared: Prepared,
  lambda: number,
  start: WarmStart,
  certify: (point: PrimalDualPoint) => GapCertificate,
): CertifiedSolution {
  const factor = start.lambda / lambda / prepared.scale;
  const alpha = start.alpha.map((value) => value * factor);
  const gamma = start.dual.slice();
  const rest = gamma.map((value, i) => prepared.weights[i] - value);
  return certified(
    prepared,
    lambda,
    { alpha, gamma, rest, iterations: 0, replacedPivots: 0, end: "tolerance" },
    certify,
  );
}
