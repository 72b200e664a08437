import type { Matrix } from "../../linalg/matrix.js";
import type { Box } from "./problem.js";

/** Where the solver stands: the coefficients, and the gradient of the negative dual, K alpha - target. */
export interface Point {
  readonly alpha: Float64Array;
  readonly gradient: Float64Array;
}

/** The least curvature along a pair: equal samples have 0. */
const LEAST_CURVATURE = 1e-12;
/** Samples at a bound are looked through after so many steps. */
const SHRINK_AFTER = 1000;
/** The kernel of the samples that are left is copied if they are fewer than this share. */
const WORTH_A_COPY = 0.5;

/**
 * Steps of two samples (sequential minimal optimisation, Platt 1998) until no pair violates the
 * conditions of the optimum by more than `accuracy`. The pair is chosen by second-order information
 * (Fan, Chen and Lin 2005). Samples that seem to stay at their bounds are left out for the time being
 * (shrinking, Joachims 1998); at the end all are looked at again. Changes `point`. Returns the number
 * of steps, at most `most`.
 *
 * A step costs two passes over the samples that are left.
 */
export function pairSteps(
  gram: Matrix,
  box: Box,
  point: Point,
  { accuracy, most, check }: { readonly accuracy: number; readonly most: number; readonly check?: () => void },
): number {
  const n = gram.rows;
  let steps = 0;
  for (;;) {
    const left = new ActiveSamples(gram, box, point);
    steps += left.run(accuracy, most - steps, check);
    left.writeBack();
    if (left.size === n) return steps;
    restoreGradient(gram, box, point, left.leftOut());
    if (steps >= most || violation(box, point) <= accuracy) return steps;
  }
}

/**
 * The gradient of all samples, or of some, from the coefficients. Costs their number times that of
 * the coefficients that are not 0.
 */
export function restoreGradient(
  { cols, data }: Matrix,
  { target }: Box,
  { alpha, gradient }: Point,
  some?: Uint32Array,
): void {
  const used = Uint32Array.from(alpha.keys()).filter((j) => alpha[j] !== 0);
  if (some === undefined) {
    for (let i = 0; i < gradient.length; i++) gradient[i] = -target[i];
    for (const j of used) {
      const weight = alpha[j];
      const row = j * cols;
      for (let i = 0; i < gradient.length; i++) gradient[i] += weight * data[row + i];
    }
    return;
  }
  // The kernel is symmetric: row i holds what belongs to sample i.
  for (const i of some) {
    let sum = -target[i];
    for (let k = 0; k < used.length; k++) sum += alpha[used[k]] * data[i * cols + used[k]];
    gradient[i] = sum;
  }
}

/** By how much the worst pair violates the conditions of the optimum; 0 if none does. */
export function violation({ low, high }: Box, { alpha, gradient }: Point): number {
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < high[i] && gradient[i] < least) least = gradient[i];
    if (alpha[i] > low[i] && gradient[i] > greatest) greatest = gradient[i];
  }
  return Math.max(0, greatest - least);
}

/** The samples that steps still look at, packed together so that loops run over plain arrays. */
class ActiveSamples {
  size: number;
  #numbers: Uint32Array;
  #kernel: Float64Array;
  /** The length of a row of the kernel. */
  #stride: number;
  #alpha: Float64Array;
  #gradient: Float64Array;
  #low: Float64Array;
  #high: Float64Array;
  #diagonal: Float64Array;
  /**
   * Infinity for a sample at its upper bound, which cannot rise, else 0; and the same for falling.
   * Adding it is faster than asking: which sample is at a bound is hard for a processor to predict.
   */
  #noRise: Float64Array;
  #noFall: Float64Array;
  readonly #point: Point;

  constructor({ rows, cols, data }: Matrix, { low, high }: Box, point: Point) {
    const { alpha, gradient } = point;
    this.#point = point;
    this.size = rows;
    this.#numbers = Uint32Array.from({ length: rows }, (_, i) => i);
    this.#kernel = data;
    this.#stride = cols;
    this.#alpha = alpha.slice();
    this.#gradient = gradient.slice();
    this.#low = low.slice();
    this.#high = high.slice();
    this.#diagonal = Float64Array.from({ length: rows }, (_, i) => data[i * cols + i]);
    this.#noRise = alpha.map((value, i) => (value < high[i] ? 0 : Infinity));
    this.#noFall = alpha.map((value, i) => (value > low[i] ? 0 : Infinity));
  }

  run(accuracy: number, most: number, check: (() => void) | undefined): number {
    let { rising, least, greatest } = this.#extremes();
    let steps = 0;
    let untilShrink = SHRINK_AFTER;
    while (steps < most && greatest - least > accuracy) {
      const falling = this.#partner(rising, least);
      if (falling < 0) break;
      steps++;
      ({ rising, least, greatest } = this.#step(rising, falling));
      if (--untilShrink > 0) continue;
      check?.();
      if (this.#shrink(least, greatest)) ({ rising, least, greatest } = this.#extremes());
      untilShrink = SHRINK_AFTER;
    }
    return steps;
  }

  /** Writes what was found for the samples that are left. */
  writeBack(): void {
    const { alpha, gradient } = this.#point;
    for (let k = 0; k < this.size; k++) {
      alpha[this.#numbers[k]] = this.#alpha[k];
      gradient[this.#numbers[k]] = this.#gradient[k];
    }
  }

  /** The samples that are left out, ascending. */
  leftOut(): Uint32Array {
    const inside = new Set(this.#numbers);
    return Uint32Array.from(this.#point.alpha.keys()).filter((i) => !inside.has(i));
  }

  #extremes() {
    const [gradient, noRise, noFall] = [this.#gradient, this.#noRise, this.#noFall];
    let rising = -1;
    let least = Infinity;
    let greatest = -Infinity;
    for (let k = 0; k < this.size; k++) {
      const up = gradient[k] + noRise[k];
      if (up < least) {
        least = up;
        rising = k;
      }
      const down = gradient[k] - noFall[k];
      if (down > greatest) greatest = down;
    }
    return { rising, least, greatest };
  }

  /** The sample that falls while `i` rises, so that the dual grows most; -1 if there is none. */
  #partner(i: number, least: number): number {
    const [gradient, noFall, diagonal, kernel] = [this.#gradient, this.#noFall, this.#diagonal, this.#kernel];
    const row = i * this.#stride;
    const own = diagonal[i];
    let best = -1;
    let most = 0;
    for (let k = 0; k < this.size; k++) {
      const difference = gradient[k] - noFall[k] - least;
      if (difference <= 0) continue;
      const curvature = Math.max(LEAST_CURVATURE, own + diagonal[k] - 2 * kernel[row + k]);
      const gain = (difference * difference) / curvature;
      if (gain > most) {
        most = gain;
        best = k;
      }
    }
    return best;
  }

  /** Moves the pair, updates all gradients, and finds the next extremes in the same pass. */
  #step(i: number, j: number) {
    const [alpha, gradient, kernel] = [this.#alpha, this.#gradient, this.#kernel];
    const [noRise, noFall] = [this.#noRise, this.#noFall];
    const [rowI, rowJ] = [i * this.#stride, j * this.#stride];
    const curvature = Math.max(LEAST_CURVATURE, this.#diagonal[i] + this.#diagonal[j] - 2 * kernel[rowI + j]);
    const room = Math.min(this.#high[i] - alpha[i], alpha[j] - this.#low[j]);
    const wanted = (gradient[j] - gradient[i]) / curvature;
    const by = Math.min(wanted, room);
    // At a bound exactly: rounding must not leave a sample just beside it.
    alpha[i] = by === this.#high[i] - alpha[i] ? this.#high[i] : alpha[i] + by;
    alpha[j] = by === alpha[j] - this.#low[j] ? this.#low[j] : alpha[j] - by;
    for (const k of [i, j]) {
      noRise[k] = alpha[k] < this.#high[k] ? 0 : Infinity;
      noFall[k] = alpha[k] > this.#low[k] ? 0 : Infinity;
    }
    let rising = -1;
    let least = Infinity;
    let greatest = -Infinity;
    for (let k = 0; k < this.size; k++) {
      const g = gradient[k] + by * (kernel[rowI + k] - kernel[rowJ + k]);
      gradient[k] = g;
      const up = g + noRise[k];
      if (up < least) {
        least = up;
        rising = k;
      }
      const down = g - noFall[k];
      if (down > greatest) greatest = down;
    }
    return { rising, least, greatest };
  }

  /** Leaves out samples at a bound that no pair wants to move. Returns whether it left out any. */
  #shrink(least: number, greatest: number): boolean {
    const keep: number[] = [];
    for (let k = 0; k < this.size; k++) {
      const g = this.#gradient[k];
      if (!((this.#noRise[k] > 0 && g < least) || (this.#noFall[k] > 0 && g > greatest))) keep.push(k);
    }
    if (keep.length >= WORTH_A_COPY * this.size || keep.length < 2) return false;
    this.writeBack();
    this.#pack(Uint32Array.from(keep));
    return true;
  }

  #pack(keep: Uint32Array): void {
    const m = keep.length;
    const kernel = new Float64Array(m * m);
    for (let a = 0, at = 0; a < m; a++) {
      const row = keep[a] * this.#stride;
      for (let b = 0; b < m; b++, at++) kernel[at] = this.#kernel[row + keep[b]];
    }
    const chosen = (values: Float64Array) => Float64Array.from(keep, (k) => values[k]);
    this.#kernel = kernel;
    this.#stride = m;
    this.#alpha = chosen(this.#alpha);
    this.#gradient = chosen(this.#gradient);
    this.#low = chosen(this.#low);
    this.#high = chosen(this.#high);
    this.#diagonal = chosen(this.#diagonal);
    this.#noRise = chosen(this.#noRise);
    this.#noFall = chosen(this.#noFall);
    this.#numbers = Uint32Array.from(keep, (k) => this.#numbers[k]);
    this.size = m;
  }
}
