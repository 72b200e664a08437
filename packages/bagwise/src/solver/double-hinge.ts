import { solveActiveSet } from "./active-set/solve-active-set.js";
import { conclude, type GapCertificate, type PrimalDualPoint } from "./certificate.js";
import type { Hinge } from "./hinges.js";
import { CENTRE, interiorPoint, type Limits } from "./interior-point.js";
import type { Prepared } from "./prepare.js";
import { startsOf } from "./start.js";
import { type CertifiedSolution, centredDirection, certified } from "./units.js";

/**
 * Solves the double hinge loss, the quadratic program of the paper. If Newton's equations are reduced to
 * bags, `solveActiveSet` comes first, from the dual of another lambda if there is one. What it does not
 * solve is for `interiorPoint`. Both state cost and memory. Units of the latter are such that z is at
 * most 1 at the start.
 */
export function solveDoubleHinge(
  prepared: Prepared,
  lambda: number,
  limits: Limits,
  warm?: Float64Array,
): CertifiedSolution {
  const { scale, weights } = prepared;
  const certify = doubleHingeCertificate(prepared);
  let best = byActiveSet(prepared, lambda, limits, warm, certify);
  if (best !== undefined && best.certificate.relative <= limits.tolerance) return best;
  let iterations = best?.reached.iterations ?? 0;
  let replacedPivots = best?.reached.replacedPivots ?? 0;
  for (const start of startsOf(prepared, lambda, certify)) {
    const { zeta, alpha } = start;
    const e = 1 / zeta;
    const hinges = centredHinges(prepared, e, start.gamma);
    const scaled = {
      e,
      kappa: lambda * scale * scale * zeta,
      c: centredDirection(prepared),
      alpha,
      hinges,
      greatest: weights,
    };
    const reached = interiorPoint(prepared, scaled, certify, limits);
    for (let j = 0; j < reached.alpha.length; j++) reached.alpha[j] *= zeta;
    iterations += reached.iterations;
    replacedPivots += reached.replacedPivots;
    const found = certified(prepared, lambda, { ...reached, iterations, replacedPivots }, certify);
    if (best === undefined || found.certificate.relative < best.certificate.relative) best = found;
    if (best.certificate.relative <= limits.accept || reached.end === "limit") break;
  }
  if (best === undefined) throw new Error("solveDoubleHinge: there is always a start");
  if (best.certificate.relative <= limits.tolerance) return best;
  // When rounding has defeated the method, the best constant g is often better, and sometimes it is
  // the solution.
  const none = new Float64Array(best.alpha.length);
  const constant = certified(prepared, lambda, { ...best.reached, alpha: none }, certify);
  return constant.certificate.gap < best.certificate.gap ? constant : best;
}

function byActiveSet(
  prepared: Prepared,
  lambda: number,
  limits: Limits,
  warm: Float64Array | undefined,
  certify: (point: PrimalDualPoint) => GapCertificate,
): CertifiedSolution | undefined {
  if (prepared.reduceTo !== "bags") return undefined;
  const reached = solveActiveSet(prepared, lambda, limits, warm);
  return reached && certified(prepared, lambda, reached, certify);
}

/** The two hinges on the central path, each with half of gamma. */
function centredHinges({ workspace, prior, weights }: Prepared, e: number, gamma: Float64Array): readonly Hinge[] {
  const hinges = workspace.hinges(2);
  for (const [k, hinge] of hinges.entries()) {
    hinge.kink.fill(k === 0 ? -e : e);
    for (let i = 0; i < gamma.length; i++) {
      hinge.mass[i] = 0.5 * gamma[i];
      hinge.room[i] = 0.5 * (weights[i] - gamma[i]);
    }
    hinge.centre(CENTRE * Math.min(prior, 1 - prior));
  }
  return hinges;
}

/**
 * The certificate for f(z) = max(0, (e + z) / 2, z), with f*(gamma) = e max(-gamma, gamma - 1) for
 * gamma in [0, 1]. O(N_U log N_U) operations.
 */
export function doubleHingeCertificate({
  workspace,
  weights,
  even,
}: Prepared): (point: PrimalDualPoint) => GapCertificate {
  const kinks = workspace.kinks();
  return (point) => {
    const { prior, e, s, gamma, rest } = point;
    sortKinks(point, kinks);
    const b = even ? bestBias(point, kinks) : bestWeightedBias(point, kinks, weights);
    let young = 0;
    let conjugate = 0;
    for (let i = 0; i < s.length; i++) {
      const first = s[i] + b + e;
      const second = s[i] + b - e;
      if (gamma[i] <= rest[i]) {
        conjugate -= e * gamma[i];
        young += first > 0 ? 0.5 * (rest[i] - gamma[i]) * first : -gamma[i] * first;
        if (second > 0) young += 0.5 * weights[i] * second;
      } else {
        conjugate -= e * rest[i];
        young += second > 0 ? rest[i] * second : 0.5 * (rest[i] - gamma[i]) * second;
        if (first < 0) young -= 0.5 * weights[i] * first;
      }
    }
    return conclude(point, { b, young, conjugate, constant: e * Math.min(prior, 1 - prior) });
  };
}

/** The biases at which a bag reaches a kink, ascending. */
function sortKinks({ s, e }: PrimalDualPoint, kinks: Float64Array): void {
  const n = s.length;
  for (let i = 0; i < n; i++) {
    kinks[i] = -e - s[i];
    kinks[n + i] = e - s[i];
  }
  kinks.sort();
}

/**
 * The b that minimises mean f(s + b) - prior b. The slope grows by 1 / (2 n) at each of the 2 n
 * points -e - s and e - s, so b is one of them. If the slope is 0 between two of them, b is their
 * midpoint.
 */
function bestBias({ s, prior }: PrimalDualPoint, kinks: Float64Array): number {
  const n = s.length;
  const exact = 2 * n * prior;
  const whole = Math.round(exact);
  if (whole > 0 && whole < 2 * n && Math.abs(exact - whole) <= 4 * Number.EPSILON * exact) {
    return 0.5 * (kinks[whole - 1] + kinks[whole]);
  }
  return kinks[Math.min(2 * n, Math.ceil(exact)) - 1];
}

/**
 * The same if the slope grows by weight / (2 n). Found by bisection, with a sum over the bags in
 * each step.
 */
function bestWeightedBias({ s, e, prior }: PrimalDualPoint, kinks: Float64Array, weights: Float64Array): number {
  const n = s.length;
  const slopeAfter = (b: number) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += 0.5 * weights[i] * (Number(-e - s[i] <= b) + Number(e - s[i] <= b));
    return sum - n * prior;
  };
  // The rounding error of the sum: a slope up to this size counts as 0.
  const zero = 4 * Number.EPSILON * n;
  let first = 0;
  for (let last = 2 * n - 1; first < last; ) {
    const middle = (first + last) >> 1;
    if (slopeAfter(kinks[middle]) < -zero) first = middle + 1;
    else last = middle;
  }
  const b = kinks[first];
  const next = slopeAfter(b) <= zero ? kinks.find((kink) => kink > b) : undefined;
  return next === undefined ? b : 0.5 * (b + next);
}
