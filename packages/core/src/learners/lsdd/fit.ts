import { count, InputError } from "../../base/errors.js";
import { exp, log } from "../../base/portable-math.js";
import { instanceGram } from "../../kernels/gram/instance-gram.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { ROUNDOFF } from "../../linalg/doubled.js";
import type { Matrix } from "../../linalg/matrix.js";
import type { Status } from "../../solver/solution.js";

/** The largest relative gap that is accepted. */
const ACCEPTED = 1e-8;
/**
 * If all of factor * H is below this share of lambda, H + lambda I equals lambda I to the last bit.
 */
const NEGLIGIBLE = 1e-17;
/**
 * The stored H may have eigenvalues slightly below 0: the proof holds if none is below minus this
 * times the number of centres.
 */
const EIGENVALUE_ERROR = 2 ** -44;
/** With more centres, H takes over 200 MB, and factorising it for every setting takes hours. */
const MOST_CENTRES = 5000;

/**
 * H without its factor: exp(-|c - c'|^2 / (4 width^2)), a Gaussian kernel wider by a factor of
 * sqrt(2).
 */
export function overlaps(centres: Matrix, width: number): Matrix {
  return instanceGram({ type: "gaussian", width: Math.SQRT2 * width }, centres);
}

/**
 * The factor (pi width^2)^(d / 2) of H. In many dimensions it underflows to 0 or overflows to
 * Infinity.
 */
export function densityFactor(width: number, dimension: number): number {
  return exp((dimension / 2) * log(Math.PI * width * width));
}

/** A density difference, with a proof of how good it is. */
export interface LsddFit {
  /** The coefficients of the centres; zeros when invalid. */
  readonly theta: Float64Array;
  /** theta'H theta with the factor of H, the squared norm of f; 0 if H is lost beside lambda. */
  readonly energy: number;
  /** As for the solver: `solved`, `inaccurate` or `invalid`. */
  readonly status: Status;
  /** J = theta'H theta - 2 h'theta + lambda theta'theta, and a lower bound of its minimum. */
  readonly primalObjective: number;
  readonly dualObjective: number;
  readonly relativeGap: number;
}

/** The weights in factor * H + lambda I. */
export interface LsddWeights {
  readonly factor: number;
  readonly lambda: number;
}

/** Whether factor * H changes anything beside lambda. No entry of it is above `factor`. */
function counts({ factor, lambda }: LsddWeights, centres: number): boolean {
  return !(factor * centres < NEGLIGIBLE * lambda);
}

/**
 * Throws an InputError if H matters for one of these weights and has too many centres. Computes
 * nothing for that.
 */
export function checkOverlapSize(centres: number, weights: readonly LsddWeights[]): void {
  if (centres <= MOST_CENTRES || !weights.some((each) => counts(each, centres))) return;
  throw new InputError({
    code: "too-many-centres",
    message: `${count(centres, "kernel centre")} would need a matrix of ${count(Math.ceil((8 * centres * centres) / 1e6), "MB", "MB")} and hours to factorise it`,
    remedy: `Use at most ${count(MOST_CENTRES, "centre")}: set the option centres to 1000, for example.`,
  });
}

/**
 * theta = (factor * H + lambda I)^-1 h for each of several h, by one Cholesky factorisation:
 * O(centres^3).
 *
 * If factor * H is lost beside lambda, theta is h / lambda, and H is not even computed. J is
 * quadratic, so for a residual r = (factor * H + lambda I) theta - h it is at most r'r / lambda
 * above its minimum. The gap includes the rounding errors of r, so `solved` is a proof for H, h and
 * theta as stored. A number that is not finite makes the fit invalid.
 */
export function fitLsdd(overlap: () => Matrix, weights: LsddWeights, targets: readonly Float64Array[]): LsddFit[] {
  const { factor, lambda } = weights;
  const size = targets[0].length;
  if (!counts(weights, size)) return targets.map((h) => lookedUp(h, weights));
  const found = overlap();
  const diagonal = new Float64Array(size).fill(lambda);
  const cholesky = linearAlgebra().cholesky(found, { scale: factor, diagonal, replacePivots: true });
  return targets.map((h) => solved(found, weights, h, cholesky.solve(h)));
}

/** The fit without H. No entry of H is above 1, so |r| <= factor * centres * |theta|. */
function lookedUp(h: Float64Array, { factor, lambda }: LsddWeights): LsddFit {
  const theta = h.map((value) => value / lambda);
  const length = Math.sqrt(squares(theta));
  const far = (factor * h.length + 4 * ROUNDOFF * lambda) * length;
  const primalObjective = -lambda * squares(theta);
  return certified(theta, { energy: 0, primalObjective, gap: far * (far / lambda), size: -primalObjective });
}

function solved(overlap: Matrix, { factor, lambda }: LsddWeights, h: Float64Array, theta: Float64Array): LsddFit {
  const smoothed = linearAlgebra().gemv(overlap, theta);
  const total = factor * theta.reduce((sum, value) => sum + Math.abs(value), 0);
  const rounding = (h.length + 8) * ROUNDOFF;
  let [energy, fit, size, square] = [0, 0, 0, 0];
  for (let l = 0; l < h.length; l++) {
    const pull = factor * smoothed[l];
    const penalty = lambda * theta[l];
    const far = Math.abs(pull + penalty - h[l]) + rounding * (total + Math.abs(penalty) + Math.abs(h[l]));
    square += far * far;
    energy += theta[l] * pull;
    fit += theta[l] * h[l];
    size += Math.abs(theta[l]) * (total + 2 * Math.abs(h[l]) + Math.abs(penalty));
  }
  const curvature = Math.max(0, lambda - factor * h.length * EIGENVALUE_ERROR);
  const primalObjective = energy - 2 * fit + lambda * squares(theta);
  return certified(theta, { energy, primalObjective, gap: square / curvature, size });
}

/** `size` is the sum of the sizes of all parts of the objective, for its rounding error. */
function certified(
  theta: Float64Array,
  parts: { energy: number; primalObjective: number; gap: number; size: number },
): LsddFit {
  const { energy, primalObjective, size } = parts;
  const rounding = 2 * (theta.length + 16) * ROUNDOFF;
  const gap = parts.gap * (1 + rounding);
  if (!Number.isFinite(primalObjective) || Number.isNaN(gap)) {
    const none = { energy: 0, primalObjective: Number.NaN, dualObjective: Number.NaN };
    return { ...none, theta: theta.map(() => 0), status: "invalid", relativeGap: Number.POSITIVE_INFINITY };
  }
  const dualObjective = primalObjective - gap - rounding * size;
  // Where rounding is as large as the objective, nothing is known about the relative gap.
  const unit = Math.abs(primalObjective) - rounding * size;
  const relativeGap = gap === 0 ? 0 : unit > 0 ? (gap / unit) * (1 + rounding) : Number.POSITIVE_INFINITY;
  const status = relativeGap <= ACCEPTED ? "solved" : "inaccurate";
  return { theta, energy, status, primalObjective, dualObjective, relativeGap };
}

function squares(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}
