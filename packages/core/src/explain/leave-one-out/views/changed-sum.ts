import { exp } from "../../../base/portable-math.js";

/** Up to these |t|, polynomials of degree 4, 5, 7 give e^t - 1 to 1e-12; 1e-9 is needed. */
const TINY = 0.01;
const SMALL = 0.03;
export const MODEST = 0.118;

/**
 * The sum of weight e^x by changes in the exponents: adds weight e^x (e^t - 1), where most changes
 * are small and need no exponential. Exponents above 0 are rounding errors of 0.
 */
export class ChangedSum {
  /** weight e^x. */
  readonly terms: Float64Array;
  /** The sum without any change. */
  readonly sum: number;
  /** The sum of the absolute values of the terms. */
  readonly size: number;

  /** Takes ownership of the exponents and overwrites them with the terms. */
  constructor(weights: Float64Array, exponents: Float64Array) {
    const terms = exponents;
    let sum = 0;
    let size = 0;
    for (let l = 0; l < terms.length; l++) {
      terms[l] = weights[l] * exp(Math.min(0, exponents[l]));
      sum += terms[l];
      size += Math.abs(terms[l]);
    }
    this.terms = terms;
    this.sum = sum;
    this.size = size;
  }

  /**
   * The gain if exponent l changes by `factor * column[l] - less`; |column| is at most `largest`.
   */
  gain(column: Float64Array, largest: number, factor: number, less: number): number {
    const { terms } = this;
    const count = terms.length;
    const size = Math.abs(factor) * largest + Math.abs(less);
    let gain = 0;
    if (size <= TINY) {
      for (let l = 0; l < count; l++) {
        const t = factor * column[l] - less;
        gain += terms[l] * t * (1 + t * (0.5 + t * (1 / 6 + t * (1 / 24))));
      }
    } else if (size <= SMALL) {
      for (let l = 0; l < count; l++) {
        const t = factor * column[l] - less;
        gain += terms[l] * t * (1 + t * (0.5 + t * (1 / 6 + t * (1 / 24 + t * (1 / 120)))));
      }
    } else for (let l = 0; l < count; l++) gain += terms[l] * rise(factor * column[l] - less);
    return gain;
  }

  /** That gain to second order, from the sums of term x column and of term x column^2. */
  estimate(first: number, second: number, factor: number, less: number): number {
    const linear = factor * first - less * this.sum;
    return linear + (factor * (factor * second - 2 * less * first) + less * less * this.sum) / 2;
  }

  /** A bound on the error of the estimate: the terms of e^t beyond second order. */
  error(largest: number, factor: number, less: number): number {
    const size = Math.abs(factor) * largest + Math.abs(less);
    // Up to here, twice the third-order term exceeds all that follow.
    return size <= 1 ? (this.size * size * size * size) / 3 : Number.POSITIVE_INFINITY;
  }
}

/** e^t - 1. */
export function rise(t: number): number {
  return Math.abs(t) <= MODEST ? polynomial(t) : exp(t) - 1;
}

/** e^t - 1 for moderate t, in pairs: with Horner's rule the processor waits for each step. */
export function polynomial(t: number): number {
  const square = t * t;
  const low = 1 + t * 0.5 + square * (1 / 6 + t * (1 / 24));
  const high = 1 / 120 + t * (1 / 720) + square * (1 / 5040);
  return t * (low + square * square * high);
}
