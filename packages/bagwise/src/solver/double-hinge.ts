import { type Certificate, conclude, type Point } from "./certificate.js";
import type { Hinge } from "./hinges.js";
import { CENTRE, interiorPoint, type Limits } from "./interior-point.js";
import type { Prepared } from "./prepare.js";
import { startsOf } from "./start.js";
import { centredDirection, certified, type Found } from "./units.js";

/**
 * Solves the double hinge, the quadratic program of the paper: `interior-point.ts` in units in which z is at most 1 at its
 * start (METHODS 3.3). Cost and memory are said there.
 */
export function solveDoubleHinge(prepared: Prepared, lambda: number, limits: Limits): Found {
  const { scale, workspace } = prepared;
  const certify = doubleHingeCertificate(workspace.kinks());
  let best: Found | undefined;
  let iterations = 0;
  let replacedPivots = 0;
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
      greatest: 1,
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
  // Where rounding has beaten the method, the best constant g is often better, and sometimes the solution.
  const none = new Float64Array(best.alpha.length);
  const constant = certified(prepared, lambda, { ...best.reached, alpha: none }, certify);
  return constant.certificate.gap < best.certificate.gap ? constant : best;
}

/** The two hinges with half of gamma each, on the central path. */
function centredHinges({ workspace, prior }: Prepared, e: number, gamma: Float64Array): readonly Hinge[] {
  const hinges = workspace.hinges(2);
  for (const [k, hinge] of hinges.entries()) {
    hinge.kink.fill(k === 0 ? -e : e);
    for (let i = 0; i < gamma.length; i++) {
      hinge.mass[i] = 0.5 * gamma[i];
      hinge.room[i] = 0.5 * (1 - gamma[i]);
    }
    hinge.centre(CENTRE * Math.min(prior, 1 - prior));
  }
  return hinges;
}

/**
 * The certificate of f(z) = max(0, (e + z) / 2, z), f*(gamma) = e max(-gamma, gamma - 1) for gamma in [0, 1].
 *
 * `kinks` is room for 2 N_U numbers. O(N_U log N_U) operations.
 */
export function doubleHingeCertificate(kinks: Float64Array): (point: Point) => Certificate {
  return (point) => {
    const { prior, e, s, gamma, rest } = point;
    const b = bestBias(point, kinks);
    let young = 0;
    let conjugate = 0;
    for (let i = 0; i < s.length; i++) {
      const first = s[i] + b + e;
      const second = s[i] + b - e;
      if (gamma[i] <= rest[i]) {
        conjugate -= e * gamma[i];
        young += first > 0 ? 0.5 * (rest[i] - gamma[i]) * first : -gamma[i] * first;
        if (second > 0) young += 0.5 * second;
      } else {
        conjugate -= e * rest[i];
        young += second > 0 ? rest[i] * second : 0.5 * (rest[i] - gamma[i]) * second;
        if (first < 0) young -= 0.5 * first;
      }
    }
    return conclude(point, { b, young, conjugate, constant: e * Math.min(prior, 1 - prior) });
  };
}

/**
 * The b that minimises mean f(s + b) - prior b: the slope grows by 1 / (2 n) at each of the 2 n points -e - s and e - s,
 * so b is one of them; or, where the slope is 0 between two of them, their middle.
 */
function bestBias({ s, e, prior }: Point, kinks: Float64Array): number {
  const n = s.length;
  for (let i = 0; i < n; i++) {
    kinks[i] = -e - s[i];
    kinks[n + i] = e - s[i];
  }
  kinks.sort();
  const exact = 2 * n * prior;
  const whole = Math.round(exact);
  if (whole > 0 && whole < 2 * n && Math.abs(exact - whole) <= 4 * Number.EPSILON * exact) {
    return 0.5 * (kinks[whole - 1] + kinks[whole]);
  }
  return kinks[Math.min(2 * n, Math.ceil(exact)) - 1];
}
