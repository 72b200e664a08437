import { ActiveSet } from "./active-set/active-set.js";
import { PIECE } from "./active-set/bounded-dual.js";
import { conclude, type GapCertificate, type PrimalDualPoint } from "./certificate.js";
import type { Hinge } from "./hinges.js";
import { CENTRE, interiorPoint, type Limits } from "./interior-point.js";
import type { Prepared } from "./prepare.js";
import { startsOf } from "./start.js";
import { type CertifiedSolution, centredDirection, certified, type Reached } from "./units.js";

/** From this relative gap on, an iterate shows which bags are free, or does so two digits later. */
const NEAR = 1e-3;
const CLOSER = 1e-2;

/**
 * Solves the double hinge loss, the quadratic program of the paper. If Newton's equations are reduced to
 * bags, `ActiveSet` comes first, from the dual of another lambda if there is one. What it does not solve
 * is for `interiorPoint`, until its iterates show which bags are free. Both state cost and memory. Units
 * of the latter are such that z is at most 1 at the start.
 */
export function solveDoubleHinge(
  prepared: Prepared,
  lambda: number,
  limits: Limits,
  warm?: Float64Array,
): CertifiedSolution {
  const { scale, weights } = prepared;
  const certify = doubleHingeCertificate(prepared);
  const ends = limits.activeSet !== false && prepared.reduceTo === "bags";
  const activeSet = ends ? new ActiveSet(prepared, lambda, limits) : undefined;
  const attempt = (reached: Reached | undefined) => reached && certified(prepared, lambda, reached, certify);
  const arrived = (found: CertifiedSolution | undefined) =>
    found !== undefined && found.certificate.relative <= limits.tolerance;
  let best = attempt(activeSet?.solve(warm));
  if (best !== undefined && arrived(best)) return best;
  let spent = { iterations: 0, replacedPivots: 0 };
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
    let exact: CertifiedSolution | undefined;
    let next = NEAR;
    const enough = (relative: number): boolean => {
      if (activeSet === undefined || relative > next) return false;
      next = CLOSER * relative;
      exact = attempt(activeSet.settle(piecesOfHinges(hinges, weights)));
      return arrived(exact);
    };
    const reached = interiorPoint(prepared, scaled, certify, limits, enough);
    for (let j = 0; j < reached.alpha.length; j++) reached.alpha[j] *= zeta;
    spent = added(spent, reached);
    const found = exact !== undefined && arrived(exact) ? exact : attempt(reached);
    if (found !== undefined && (best === undefined || found.certificate.relative < best.certificate.relative)) {
      const total = added(spent, activeSet?.spent);
      best = { ...found, reached: { ...found.reached, ...total } };
    }
    if (best === undefined) throw new Error("solveDoubleHinge: there is always a solution");
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

type Spent = Pick<Reached, "iterations" | "replacedPivots">;

function added(a: Spent, b: Spent = { iterations: 0, replacedPivots: 0 }): Spent {
  return { iterations: a.iterations + b.iterations, replacedPivots: a.replacedPivots + b.replacedPivots };
}

/**
 * The pieces that the iterate of an interior-point method tends to. The mass of a hinge tends to a bound
 * if it is nearer to it, as a share of the weight, than z is to the kink, as a share of the mean.
 */
function piecesOfHinges([lower, upper]: readonly Hinge[], weights: Float64Array): Uint8Array {
  const n = weights.length;
  let unit = 0;
  for (const { over, under } of [lower, upper]) for (let i = 0; i < n; i++) unit += (over[i] + under[i]) / (2 * n);
  const tendency = ({ mass, room, over, under }: Hinge, i: number): number => {
    const slope = 0.5 * weights[i];
    if (mass[i] < room[i]) return mass[i] * unit < under[i] * slope ? 0 : 1;
    return room[i] * unit < over[i] * slope ? 2 : 1;
  };
  return Uint8Array.from(weights, (weight, i) => {
    const [first, second] = [tendency(lower, i), tendency(upper, i)];
    if (first === 1 && second === 1) return lower.mass[i] + upper.mass[i] < 0.5 * weight ? PIECE.lower : PIECE.upper;
    if (first === 1) return PIECE.lower;
    if (second === 1) return PIECE.upper;
    return first === 0 ? PIECE.zero : second === 2 ? PIECE.full : PIECE.half;
  });
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
