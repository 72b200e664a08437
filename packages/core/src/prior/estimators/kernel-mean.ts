import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { type NearestPoint, nearestPoint } from "./nearest-point.js";
import { type SampleWeights, total } from "./weights.js";

/** A threshold relative to the start of the curve: its share of the gap, and the start. */
const THRESHOLD_SHARE = 0.2;
const BEGINNING = 1.05;
/** Above this share of the distance between the samples, the relative threshold is used instead. */
const LARGEST_SHARE = 0.9;
/** The largest prior to look for, and the accuracy. */
const GREATEST = 0.99;
const EXACTNESS = 0.002;

/**
 * The mixture proportion by kernel mean embedding, with the gradient threshold KM2 of Ramaswamy,
 * Scott and Tewari (2016).
 *
 * d(lambda), the distance of lambda mu_F + (1 - lambda) mu_H from the convex hull of all points (F
 * the mixture, H the positives), is near 0 up to lambda* = 1 / (1 - pi), then rises. lambda is
 * where its slope passes 1 / sqrt(min(N_F, N_H)) or, if that is above 0.9 |mu_F - mu_H|, a fifth of
 * the way from the starting slope to |mu_F - mu_H| (KM1; both as in the authors' program). The
 * slope is exact, (u - v)' K (w_F - w_H) / d. The prior 1 - 1 / lambda is found by bisection up to
 * 0.99; it is 1 if both samples have the same mean.
 */
export function kernelMeanPrior(k: Matrix, { positive, mixture }: SampleWeights): number {
  const component = share(positive);
  const whole = share(mixture);
  const la = linearAlgebra();
  const direction = whole.map((w, i) => w - component[i]);
  const across = la.gemv(k, direction);
  const apart = Math.sqrt(Math.max(0, inner(direction, across)));
  if (!(apart > 1e-9)) return 1;
  const toWhole = la.gemv(k, whole);
  const slopeAt = (lambda: number, start: Float64Array, enough = 0) => {
    // lambda F + (1 - lambda) H = F + (lambda - 1) (F - H)
    const u = whole.map((w, i) => w + (lambda - 1) * direction[i]);
    const target = toWhole.map((t, i) => t + (lambda - 1) * across[i]);
    const point = nearestPoint(k, u, target, start, { enough });
    return { point, slope: slope(point, direction), distance: Math.sqrt(point.squaredDistance) };
  };

  let threshold = 1 / Math.sqrt(Math.min(total(positive), total(mixture)));
  if (threshold > LARGEST_SHARE * apart) {
    const begin = slopeAt(BEGINNING, whole, 0.0005 * apart).distance / (BEGINNING - 1);
    threshold = (1 - THRESHOLD_SHARE) * begin + THRESHOLD_SHARE * apart;
  }

  let low = 0;
  let high = GREATEST;
  let start: Float64Array = whole;
  while (high - low > EXACTNESS) {
    const middle = (low + high) / 2;
    const lambda = 1 / (1 - middle);
    // If the slope passed the threshold at a smaller lambda, d is at least the threshold times the
    // distance since then.
    const found = slopeAt(lambda, start, threshold * EXACTNESS * lambda * lambda);
    start = found.point.weights;
    if (found.slope > threshold) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/** The derivative of the distance by lambda, by the envelope theorem; 0 at distance 0. */
function slope({ squaredDistance, difference }: NearestPoint, direction: Float64Array): number {
  return squaredDistance > 0 ? inner(difference, direction) / Math.sqrt(squaredDistance) : 0;
}

function share(weights: Float64Array): Float64Array {
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
