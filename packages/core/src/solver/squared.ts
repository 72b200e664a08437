import { conclude, type GapCertificate, type PrimalDualPoint } from "./certificate.js";
import type { Limits } from "./interior-point.js";
import { newton, stepOf } from "./newton.js";
import type { Prepared } from "./prepare.js";
import { type CertifiedSolution, centredDirection, certified, residualOf } from "./units.js";

/**
 * The squared loss, l(-z) = (1 + z)^2 / 4, in closed form: (A'WA / n + 2 lambda) alpha = 2 c and
 * gamma = W (1 + z) / 2, where W are the weights of the bags.
 *
 * Takes one factorisation and one solve of Newton's equations, which are exact here, then iterative
 * refinement while the certificate improves. If 2 lambda is below the rounding error of A'WA / n,
 * rounding in the features decides, and the gap shows it.
 */
export function solveSquared(prepared: Prepared, lambda: number, limits: Limits): CertifiedSolution {
  const { centred, prior, scale, workspace } = prepared;
  const product = prepared.held();
  const certify = squaredCertificate(prepared.weights);
  const n = centred.rows;
  const c = centredDirection(prepared);
  const kappa = lambda * scale * scale;
  const system = newton(prepared, kappa);
  const step = stepOf(prepared, "step");
  const weights = workspace.bags("weights");
  for (let i = 0; i < n; i++) weights[i] = 0.5 * prepared.weights[i];
  const w = workspace.bags("w");
  const s = workspace.bags("s");
  const alpha = new Float64Array(centred.cols);
  const gamma = prepared.weights.map((weight) => weight * prior);
  let b = 2 * prior - 1;
  let replacedPivots = 0;
  let best: CertifiedSolution | undefined;
  for (let iterations = 0; ; iterations++) {
    limits.signal?.throwIfAborted();
    const rest = gamma.map((value, i) => prepared.weights[i] - value);
    const state = { alpha: alpha.slice(), gamma: gamma.slice(), rest, iterations, replacedPivots };
    const found = certified(prepared, lambda, { ...state, end: "limit" }, certify);
    const before = best?.certificate.gap ?? Infinity;
    if (best === undefined || found.certificate.gap < before) best = found;
    if (best.certificate.relative <= limits.tolerance || iterations >= limits.maxIterations) return best;
    if (!(found.certificate.gap < 0.5 * before)) return { ...best, reached: { ...best.reached, end: "no-progress" } };

    product.times(alpha, { out: s });
    let missing = 0;
    for (let i = 0; i < n; i++) {
      missing += prior - gamma[i];
      w[i] = 1 + s[i] + b - gamma[i] / weights[i];
    }
    const residual = residualOf(prepared, { kappa, c, alpha, gamma });
    replacedPivots += Math.max(0, system.factor({ weights, residual, missing }));
    system.solve(w, step, true);
    for (let i = 0; i < n; i++) gamma[i] += step.dGamma[i];
    for (let j = 0; j < alpha.length; j++) alpha[j] += step.dAlpha[j];
    b += step.db;
  }
}

/**
 * The certificate for f(z) = (1 + z)^2 / 4, with f*(gamma) = gamma^2 - gamma. The bracket is ((1 +
 * z) / 2 - gamma)^2.
 */
export function squaredCertificate(weights: Float64Array): (point: PrimalDualPoint) => GapCertificate {
  return (point) => {
    const { prior, s, gamma } = point;
    const n = s.length;
    let mean = 0;
    for (let i = 0; i < n; i++) mean += (weights[i] * s[i]) / n;
    const b = 2 * prior - 1 - mean;
    let young = 0;
    let conjugate = 0;
    for (let i = 0; i < n; i++) {
      const off = 0.5 * (1 + s[i] + b) - gamma[i] / weights[i];
      young += weights[i] * off * off;
      conjugate += (gamma[i] * (gamma[i] - weights[i])) / weights[i];
    }
    return conclude(point, { b, young, conjugate, constant: prior * (1 - prior) });
  };
}
