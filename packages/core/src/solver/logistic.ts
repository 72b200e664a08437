import { exp, log, log1p } from "../base/portable-math.js";
import { conclude, type GapCertificate, type PrimalDualPoint } from "./certificate.js";
import type { Limits } from "./interior-point.js";
import { newton, stepOf } from "./newton.js";
import type { Prepared } from "./prepare.js";
import {
  type CertifiedSolution,
  centredDirection,
  certified,
  meetPrior,
  type Reached,
  residualOf,
  unitOf,
} from "./units.js";

/** How far one gamma may move towards 0 or 1 in one iteration. Anything beyond is held back. */
const CLOSE = 0.95;

/**
 * Each iteration lowers the temperature by this factor, unless it held back more than that fraction
 * of the prior.
 */
const COOLING = 0.2;
const HELD = 0.1;

/** Stop after this many iterations without a better certificate, once the temperature is 1. */
const PATIENCE = 15;

/** gamma and rest stay above this. Below it, the bag has no weight left anyway. */
const SMALLEST = 1e-280;

/**
 * The logistic loss, l(-z) = log(1 + e^z): Newton's method on the optimality conditions t log(gamma
 * / rest) = z and lambda alpha = c - A'gamma / n, while the temperature t falls from the scale of z
 * to 1.
 *
 * With t = 1 from the start, kernels with large values would saturate every sigmoid and make
 * Newton's steps useless. Cooling keeps the loss smooth at the scale of z throughout. A gamma that
 * would leave its bounds is held back on its own. The error shows up in the residuals, and the next
 * iteration corrects it.
 */
export function solveLogistic(prepared: Prepared, lambda: number, limits: Limits): CertifiedSolution {
  const { centred, workspace, prior, scale } = prepared;
  const product = prepared.held();
  const n = centred.rows;
  const c = centredDirection(prepared);
  const zeta = unitOf(prepared, lambda);
  const kappa = lambda * scale * scale * zeta;
  const s = workspace.bags("s");
  const e = 1 / zeta;
  const alpha = workspace.features("alpha");
  for (let j = 0; j < alpha.length; j++) alpha[j] = c[j] / kappa;
  const counts = prepared.weights;
  const certify = logisticCertificate(counts);
  const gamma = workspace.bags("gamma");
  const rest = workspace.bags("rest");
  for (let i = 0; i < n; i++) {
    gamma[i] = counts[i] * prior;
    rest[i] = counts[i] * (1 - prior);
  }
  const weights = workspace.bags("weights");
  const w = workspace.bags("w");
  const step = stepOf(prepared, "step");
  const system = newton(prepared, kappa);
  const best = { relative: Infinity, alpha: alpha.slice(), gamma: gamma.slice(), rest: rest.slice() };
  let t = 1;
  let b = 0;
  let replacedPivots = 0;
  let iterations = 0;
  let progress = 0;
  let end: Reached["end"] = "limit";
  for (; ; iterations++) {
    limits.signal?.throwIfAborted();
    product.times(alpha, { out: s });
    const residual = residualOf(prepared, { kappa, c, alpha, gamma });
    const certificate = certify({ prior, e, kappa, c, alpha, s, gamma, rest, residual });
    if (t > e || certificate.relative < 0.9 * best.relative) progress = iterations;
    if (certificate.relative < best.relative) {
      best.relative = certificate.relative;
      best.alpha.set(alpha);
      best.gamma.set(gamma);
      best.rest.set(rest);
    }
    if (best.relative <= limits.tolerance) end = "tolerance";
    else if (iterations - progress >= PATIENCE) end = "no-progress";
    if (end !== "limit" || iterations >= limits.maxIterations) break;

    if (iterations === 0) b = certificate.b;
    let missing = 0;
    for (let i = 0; i < n; i++) {
      missing += prior - gamma[i];
      weights[i] = Math.max(SMALLEST, (gamma[i] * rest[i]) / counts[i]) / t;
      w[i] = s[i] + b - t * (log(gamma[i]) - log(rest[i]));
    }
    const replaced = system.factor({ weights, residual, missing });
    if (replaced < 0) {
      end = "no-progress";
      break;
    }
    replacedPivots += replaced;
    system.solve(w, step, true);
    const { dGamma, dAlpha, db } = step;
    let held = 0;
    for (let i = 0; i < n; i++) {
      const wish = dGamma[i];
      const change = Math.min(CLOSE * rest[i], Math.max(-CLOSE * gamma[i], wish));
      held += Math.abs(wish - change);
      gamma[i] = Math.max(SMALLEST, gamma[i] + change);
      rest[i] = Math.max(SMALLEST, rest[i] - change);
    }
    meetPrior(prepared, { gamma, rest });
    for (let j = 0; j < alpha.length; j++) alpha[j] += dAlpha[j];
    b += db;
    if (held <= HELD * n * Math.min(prior, 1 - prior)) t = Math.max(e, t * COOLING);
  }
  for (let j = 0; j < best.alpha.length; j++) best.alpha[j] *= zeta;
  return certified(prepared, lambda, { ...best, iterations, replacedPivots, end }, certify);
}

/**
 * The certificate for f(z) = e log(1 + exp(z / e)), with f*(gamma) = e (gamma log gamma + (1 -
 * gamma) log(1 - gamma)).
 */
export function logisticCertificate(weights: Float64Array): (point: PrimalDualPoint) => GapCertificate {
  return (point) => {
    const { prior, e, s, gamma, rest } = point;
    const b = bestBias(point, weights);
    let young = 0;
    let conjugate = 0;
    for (let i = 0; i < s.length; i++) {
      const z = (s[i] + b) / e;
      const up = gamma[i] > 0 ? log(gamma[i] / weights[i]) : 0;
      const down = rest[i] > 0 ? log(rest[i] / weights[i]) : 0;
      // The divergence of the sigmoid of z from gamma. Rounding must not make it negative.
      young += e * Math.max(0, gamma[i] * (up + softplus(-z)) + rest[i] * (down + softplus(z)));
      conjugate += e * (gamma[i] * up + rest[i] * down);
    }
    const constant = -e * (prior * log(prior) + (1 - prior) * log(1 - prior));
    return conclude(point, { b, young, conjugate, constant });
  };
}

/** log(1 + e^x) without overflow. */
function softplus(x: number): number {
  return Math.max(x, 0) + log1p(exp(-Math.abs(x)));
}

/**
 * The b for which the weighted mean of sigmoid((s + b) / e) is the prior. Newton's method inside a
 * bracket, with bisection when a step leaves it.
 */
function bestBias({ s, e, prior }: PrimalDualPoint, weights: Float64Array): number {
  const n = s.length;
  const level = e * (log(prior) - log(1 - prior));
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < n; i++) {
    low = Math.min(low, level - s[i]);
    high = Math.max(high, level - s[i]);
  }
  let b = 0.5 * (low + high);
  for (let k = 0; k < 200 && low < high; k++) {
    let excess = 0;
    let slope = 0;
    for (let i = 0; i < n; i++) {
      const q = 1 / (1 + exp(-(s[i] + b) / e));
      excess += weights[i] * q - prior;
      slope += weights[i] * q * (1 - q);
    }
    if (excess > 0) high = b;
    else low = b;
    const next = b - (e * excess) / slope;
    const inside = next > low && next < high ? next : 0.5 * (low + high);
    if (inside === b) break;
    const done = Math.abs(inside - b) <= Number.EPSILON * Math.abs(b);
    b = inside;
    if (done) break;
  }
  return b;
}
