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
  /** The sample that may rise with the least gradient, that gradient, and the greatest of those that may fall. */
  #rising = -1;
  #least = Infinity;
  #greatest = -Infinity;

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
    this.#findExtremes();
    let steps = 0;
    let untilShrink = SHRINK_AFTER;
    while (steps < most && this.#greatest - this.#least > accuracy) {
      const falling = this.#partner();
      if (falling < 0) break;
      steps++;
      this.#step(this.#rising, falling);
      if (--untilShrink > 0) continue;
      check?.();
      if (this.#shrink()) this.#findExtremes();
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

  #findExtremes(): void {
    this.#moveAll(0, 0, 0);
  }

  /** The sample that falls while another rises, so that the dual grows most; -1 if there is none. */
  #partner(): number {
    const gradient = this.#gradient;
    const noFall = this.#noFall;
    const diagonal = this.#diagonal;
    const kernel = this.#kernel;
    const size = this.size;
    const least = this.#least;
    const row = this.#rising * this.#stride;
    const own = diagonal[this.#rising];
    let best = -1;
    let most = 0;
    for (let k = 0; k < size; k++) {
      const difference = gradient[k] - noFall[k] - least;
      if (difference <= 0) continue;
      const curvature = own + diagonal[k] - 2 * kernel[row + k];
      const gain = (difference * difference) / (curvature > LEAST_CURVATURE ? curvature : LEAST_CURVATURE);
      if (gain > most) {
        most = gain;
        best = k;
      }
    }
    return best;
  }

  #step(i: number, j: number): void {
    const alpha = this.#alpha;
    const cross = this.#kernel[i * this.#stride + j];
    const curvature = Math.max(LEAST_CURVATURE, this.#diagonal[i] + this.#diagonal[j] - 2 * cross);
    const [up, down] = [this.#high[i] - alpha[i], alpha[j] - this.#low[j]];
    const by = Math.min((this.#gradient[j] - this.#gradient[i]) / curvature, up, down);
    // At a bound exactly: rounding must not leave a sample just beside it.
    alpha[i] = by === up ? this.#high[i] : alpha[i] + by;
    alpha[j] = by === down ? this.#low[j] : alpha[j] - by;
    this.#setBounds(i);
    this.#setBounds(j);
    this.#moveAll(i, j, by);
  }

  #setBounds(k: number): void {
    this.#noRise[k] = this.#alpha[k] < this.#high[k] ? 0 : Infinity;
    this.#noFall[k] = this.#alpha[k] > this.#low[k] ? 0 : Infinity;
  }

  /**
   * Adds what the coefficients i and j change to all gradients, and finds the next extremes in the
   * same pass. Nearly all the time is spent here and in `#partner`: hence plain variables.
   */
  #moveAll(i: number, j: number, by: number): void {
    const gradient = this.#gradient;
    const noRise = this.#noRise;
    const noFall = this.#noFall;
    const kernel = this.#kernel;
    const size = this.size;
    const rowI = i * this.#stride;
    const rowJ = j * this.#stride;
    let rising = -1;
    let least = Infinity;
    let greatest = -Infinity;
    for (let k = 0; k < size; k++) {
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
    this.#rising = rising;
    this.#least = least;
    this.#greatest = greatest;
  }

  /** Leaves out samples at a bound that no pair wants to move. Returns whether it left out any. */
  #shrink(): boolean {
    const least = this.#least;
    const greatest = this.#greatest;
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
