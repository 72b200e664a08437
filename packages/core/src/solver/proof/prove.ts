import {
  Accumulator,
  columnSums,
  type Doubled,
  PAIRS,
  pair,
  plus,
  ROUNDOFF,
  rowSums,
  twoProduct,
  twoSum,
} from "../../linalg/doubled.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { GapCertificate } from "../certificate.js";
import { type DualPoint, type DualWeights, restOf, WEIGHT_ERROR } from "./dual-point.js";
import { type AddTerm, Sums, type Term } from "./terms.js";

/**
 * A problem of the solver in its common form, for numbers as stored:
 *
 *     min over alpha, beta of  (1/n) sum_i f_i(z_i) - linear'alpha - prior beta + (lambda / 2) alpha'alpha,
 *     z = features alpha + beta.
 */
export interface Provable {
  readonly features: Matrix;
  /** The linear term with about 32 digits: sum_i tilts_i features_i for some rows. */
  readonly linear: Doubled;
  readonly lambda: number;
  readonly weights: DualWeights;
  /** Adds f_i and its conjugate to the sums. */
  readonly add: AddTerm;
  readonly kinks?: Float64Array;
  /** The least unit of the relative gap: the objective of the best constant, rounded down. */
  readonly constant: number;
}

/** What is proven: alpha and beta as returned, and a gamma that fulfils its constraints exactly. */
export interface ProvenPoint extends DualPoint {
  readonly alpha: Float64Array;
  readonly beta: number;
}

/** The sizes of slopes of f and f*: their logarithms are at most this large. */
const STEEP = 800;

/** Products may underflow. This is far below any objective. */
const TINY = 1e-300;

/**
 * An upper bound on how far the objective at (alpha, beta) is above its minimum, in exact arithmetic
 * and including all rounding errors of its own:
 *
 *     gap = (1/n) sum_i [f_i(z_i) + f_i*(gamma_i) - gamma_i z_i] + |r|^2 / (2 lambda),
 *     r = lambda alpha - linear + features'gamma / n,
 *
 * which is an identity if gamma has its exact mean. z and r are computed with 32 digits, and what is
 * still missing is added. `dual` is a lower bound on the minimum. Costs two passes over the features,
 * each as long as five plain ones. Undefined if a number overflows: then nothing is known.
 */
export function prove(problem: Provable, point: ProvenPoint): GapCertificate | undefined {
  const { features, lambda, constant } = problem;
  const n = features.rows;
  const sums = addTerms(problem, point);
  const residual = residualOf(problem, point);
  let distance = 0;
  let slack = sums.slack / n;
  const penalty = new Accumulator();
  let unsure = 0;
  for (let j = 0; j < features.cols; j++) {
    const own = lambda * point.alpha[j];
    const r = residual.high[j] + residual.low[j];
    const v = own - r;
    const [far, off] = [residual.error[j] + ROUNDOFF * Math.abs(r), ROUNDOFF * (Math.abs(own) + Math.abs(v))];
    distance += 0.5 * r * (r / lambda);
    slack += far * ((Math.abs(r) + 0.5 * far) / lambda);
    penalty.add(0.5 * v * (v / lambda));
    unsure += (far + off) * ((Math.abs(v) + 0.5 * (far + off)) / lambda);
  }
  const gap = sums.young / n + distance;
  const value = -sums.conjugate.value / n - penalty.value;
  // The rounding errors of the sums themselves. Those in `value` are nearly exact.
  const adding = 2 * (n + features.cols + 32) * ROUNDOFF;
  const once = 64 * ROUNDOFF + adding * adding;
  slack = (slack + adding * gap + TINY) * (1 + adding);
  unsure = (unsure + once * (sums.size / n + penalty.value) + TINY) * (1 + adding);
  const bound = gap + slack;
  const unit = Math.max(constant, Math.abs(value) - unsure, Math.abs(value + gap) - unsure - slack);
  const relative = (bound / unit) * (1 + 8 * ROUNDOFF);
  const primal = value + gap;
  if (!Number.isFinite(relative)) return undefined;
  return { b: point.beta, primal, dual: Math.min(primal, value - unsure), gap: bound, relative };
}

function addTerms({ features, weights, add: addTerm, kinks }: Provable, point: ProvenPoint): Sums {
  const { alpha, beta, gamma, at, shift, error } = point;
  const { high, low, error: zErrors } = rowSums(features, alpha);
  const sums = new Sums();
  const term: Term = { z: 0, zLow: 0, zError: 0, gamma: 0, rest: 0, middle: 0, weight: 0, kink: 0 };
  for (let i = 0; i < features.rows; i++) {
    const own = i === at ? shift : 0;
    const z = plus({ high: high[i], low: low[i] }, pair(beta));
    term.z = z.high;
    term.zLow = z.low;
    term.zError = zErrors[i] + PAIRS * Math.abs(term.z);
    term.gamma = gamma[i] + own;
    term.rest = restOf(weights, i, gamma[i], own);
    term.middle = restOf(weights, i, 2 * gamma[i], 2 * own);
    term.weight = weights.high[i];
    term.kink = kinks?.[i] ?? 0;
    addTerm(sums, term);
    // What weight and shift are off by, times the slopes of f and f*.
    const off = WEIGHT_ERROR * term.weight + (i === at ? error : 0);
    sums.slack += off * (Math.abs(term.z) + STEEP);
  }
  return sums;
}

/** lambda alpha - linear + features'gamma / n, with what it may be off by. */
function residualOf({ features, linear, lambda }: Provable, point: ProvenPoint): Doubled {
  const { rows: n, cols, data } = features;
  const { alpha, gamma, at, shift, error: shiftError } = point;
  // Most gammas may be 0.
  const used = Uint32Array.from(gamma.keys()).filter((i) => gamma[i] !== 0);
  const { high, low, error } = columnSums(
    features,
    Float64Array.from(used, (i) => gamma[i]),
    used,
  );
  for (let j = 0; j < cols; j++) {
    const feature = data[at * cols + j];
    const moved = twoProduct(shift, feature);
    const own = twoProduct(lambda, alpha[j]);
    // Only the highs need exact sums: rounding among the lows is far below `PAIRS`.
    const sum = twoSum(high[j], moved.high);
    const pulled = sum.high / n;
    const left = twoProduct(pulled, n);
    const first = twoSum(own.high, -linear.high[j]);
    const second = twoSum(first.high, pulled);
    const rest = (sum.high - left.high - left.low + (sum.low + low[j] + moved.low)) / n;
    const size = Math.abs(own.high) + Math.abs(linear.high[j]) + (Math.abs(high[j]) + Math.abs(moved.high)) / n;
    high[j] = second.high;
    low[j] = second.low + (first.low + (own.low - linear.low[j] + rest));
    error[j] = (error[j] + shiftError * Math.abs(feature)) / n + linear.error[j] + PAIRS * size;
  }
  return { high, low, error };
}
