import { exp } from "../../../base/portable-math.js";

/**
 * Up to these sizes of t, polynomials of degree 4, 5 and 7 have e^t - 1 but for 1e-12:
 * contributions need 1e-9.
 */
const TINY = 0.01;
const SMALL = 0.03;
export const MODEST = 0.118;

/**
 * sum of weight e^x as a function of how the exponents change: knows the sum for the exponents it
 * was made for, and adds weight e^x (e^t - 1). Changes are mostly small, and then no exponential is
 * computed. Exponents above 0 are rounding of 0.
 */
export class ChangedSum {
  /** weight e^x. */
  readonly terms: Float64Array;
  /** The sum without any change. */
  readonly sum: number;
  /** The sum of the sizes of the terms. */
  readonly size: number;

  /** The exponents are handed over: the terms are written over them. */
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
   * What the sum gains when exponent l changes by `factor * column[l] - less`, where no number of
   * the column is above `largest` in size.
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

  /** That gain to the second order, from the sums of term x column and of term x column^2. */
  estimate(first: number, second: number, factor: number, less: number): number {
    const linear = factor * first - less * this.sum;
    return linear + (factor * (factor * second - 2 * less * first) + less * less * this.sum) / 2;
  }

  /**
   * How far the estimate can be off: what comes after the second order in e^t, for changes of at
   * most this size.
   */
  error(largest: number, factor: number, less: number): number {
    const size = Math.abs(factor) * largest + Math.abs(less);
    // Twice the third order is more than all that follows up to here.
    return size <= 1 ? (this.size * size * size * size) / 3 : Number.POSITIVE_INFINITY;
  }
}

/** e^t - 1. */
export function rise(t: number): number {
  return Math.abs(t) <= MODEST ? polynomial(t) : exp(t) - 1;
}

/**
 * e^t - 1 for t of a modest size. In pairs and not from the last term on, so that the processor
 * need not wait for each step.
 */
export function polynomial(t: number): number {
  const square = t * t;
  const low = 1 + t * 0.5 + square * (1 / 6 + t * (1 / 24));
  const high = 1 / 120 + t * (1 / 720) + square * (1 / 5040);
  return t * (low + square * square * high);
}
