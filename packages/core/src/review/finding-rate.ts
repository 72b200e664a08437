import { exp, log } from "../base/portable-math.js";
import type { ReviewedBag } from "./stopping.js";

/** How fast positives are found, and will be. */
export interface FindingRate {
  /** How many positives are expected among the bags that are left: the median of what is believed. */
  readonly left: number;
  /** The expected share of positives at rank k among the open bags, from 1. */
  at(k: number): number;
}

/** Decays of both families: none, up to so fast that the rate falls by e^-12 while the work doubles. */
const FASTEST = 12;
const STEP = 0.25;
/** The curve is fitted to the second half of the finds: at first a ranking is still learning. */
const SKIPPED = 0.5;
/** Half a find, as in Jeffreys' prior for a rate. */
const HALF = 0.5;

/** A curve through n reviewed bags, as a multiple of its value at n, and its integral. */
interface Curve {
  value(t: number): number;
  /** The logarithm of `value`. */
  logValue(t: number): number;
  integral(from: number, to: number): number;
}

/**
 * The rate at which positives are found, as a curve over the number of reviewed bags: a power law or an
 * exponential with unknown decay, all decays believed equally at first, and the level of the curve integrated
 * out (finds as a Poisson process; Sneyd and Stevenson 2019 fit one such curve). It is an estimate by
 * extrapolation and promises nothing; `positivesLeft` has the interval. Undefined before the first find. Costs
 * O(finds) for each of 98 curves.
 */
export function findingRate(reviewed: readonly ReviewedBag[], pool: number): FindingRate | undefined {
  const n = reviewed.length;
  const finds = reviewed.flatMap(({ positive }, t) => (positive ? [t + 1] : []));
  if (finds.length === 0) return undefined;
  const skipped = Math.floor(SKIPPED * finds.length);
  const start = skipped === 0 ? 0 : finds[skipped - 1];
  const own = finds.slice(skipped);
  const open = pool - n;
  const fits = curvesAt(n).map((curve) => {
    const exposure = curve.integral(start, n);
    const level = (own.length + HALF) / exposure;
    const logWeight = own.reduce((sum, t) => sum + curve.logValue(t), 0) - (own.length + HALF) * log(exposure);
    return { curve, level, logWeight, left: Math.min(open, level * curve.integral(n, pool)) };
  });
  const most = Math.max(...fits.map(({ logWeight }) => logWeight));
  const weighted = fits.map((fit) => ({ ...fit, weight: exp(fit.logWeight - most) }));
  const middle = medianBy(weighted);
  return { left: middle.left, at: (k) => Math.min(1, middle.level * middle.curve.value(n + k)) };
}

function medianBy<Fit extends { readonly left: number; readonly weight: number }>(fits: readonly Fit[]): Fit {
  const sorted = [...fits].sort((a, b) => a.left - b.left);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const fit of sorted) {
    sum += fit.weight;
    if (sum >= half) return fit;
  }
  return sorted[sorted.length - 1];
}

function curvesAt(n: number): Curve[] {
  const decays = Array.from({ length: FASTEST / STEP + 1 }, (_, k) => k * STEP);
  return [...decays.map((decay) => powerLaw(n, decay)), ...decays.map((decay) => exponential(n, decay))];
}

/** (t / n)^-b. Its integral begins at half a bag, where it would be infinite otherwise. */
function powerLaw(n: number, b: number): Curve {
  const logValue = (t: number) => -b * log(Math.max(t, HALF) / n);
  const antiderivative = (t: number) => {
    const share = Math.max(t, HALF) / n;
    return Math.abs(b - 1) < 1e-9 ? n * log(share) : (n * exp((1 - b) * log(share))) / (1 - b);
  };
  return {
    value: (t) => exp(logValue(t)),
    logValue,
    integral: (from, to) => antiderivative(to) - antiderivative(from),
  };
}

/** e^(-c (t / n - 1)). */
function exponential(n: number, c: number): Curve {
  const logValue = (t: number) => -c * (t / n - 1);
  const value = (t: number) => exp(logValue(t));
  return {
    value,
    logValue,
    integral: (from, to) => (c === 0 ? to - from : (n / c) * (value(from) - value(to))),
  };
}
