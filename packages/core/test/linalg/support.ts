import { expect } from "vitest";
import { linearAlgebra } from "../../src/linalg/backend.js";
import { fromRows, type Matrix, matrix } from "../../src/linalg/matrix.js";

/** Every behaviour is tested over both back ends. */
export const BACKENDS = [linearAlgebra({ backend: "simd" }), linearAlgebra({ backend: "plain" })];

/**
 * Sizes around the edges of tiles (4), of the near block (128), of sums (256) and of blocks (512).
 */
export const SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33];

/**
 * A small generator of its own (mulberry32), so that these tests need no other room. Numbers in
 * [-1, 1).
 */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

export function randomMatrix(rows: number, cols: number, seed = 1): Matrix {
  const next = numbers(seed * 7919 + rows * 31 + cols);
  return matrix(rows, cols, Float64Array.from({ length: rows * cols }, next));
}

export function randomVector(length: number, seed = 1): Float64Array {
  return randomMatrix(length, 1, seed).data;
}

/** A symmetric positive definite matrix: G G' + I / 10. */
export function positiveDefinite(size: number, seed = 1): Matrix {
  const g = randomMatrix(size, size + 2, seed);
  const { value } = bruteForce(g, flip(g));
  for (let i = 0; i < size; i++) value.data[i * size + i] += 0.1;
  return value;
}

/** The transpose, entry by entry: an oracle independent of the library's. */
export function flip(a: Matrix): Matrix {
  const rows = Array.from({ length: a.cols }, (_, j) => Float64Array.from({ length: a.rows }, (_, i) => at(a, i, j)));
  return a.cols === 0 ? matrix(0, a.rows) : fromRows(rows);
}

export function at(a: Matrix, i: number, j: number): number {
  return a.data[i * a.cols + j];
}

/**
 * A B by three loops with compensated sums (Neumaier), and the sums of the magnitudes of the terms.
 */
export function bruteForce(a: Matrix, b: Matrix): { value: Matrix; magnitude: Matrix } {
  const value = matrix(a.rows, b.cols);
  const magnitude = matrix(a.rows, b.cols);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.cols; j++) {
      let sum = 0;
      let lost = 0;
      let size = 0;
      for (let k = a.cols - 1; k >= 0; k--) {
        const term = at(a, i, k) * at(b, k, j);
        const next = sum + term;
        lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
        sum = next;
        size += Math.abs(term);
      }
      value.data[i * b.cols + j] = sum + lost;
      magnitude.data[i * b.cols + j] = size;
    }
  }
  return { value, magnitude };
}

/**
 * Expects a product within the rounding error of any order of summation: (depth + 4) eps times the
 * magnitudes.
 */
export function expectProduct(got: Matrix, a: Matrix, b: Matrix): void {
  const { value, magnitude } = bruteForce(a, b);
  expect([got.rows, got.cols]).toEqual([value.rows, value.cols]);
  for (let k = 0; k < value.data.length; k++) {
    const bound = (a.cols + 4) * Number.EPSILON * magnitude.data[k];
    if (!(Math.abs(got.data[k] - value.data[k]) <= bound)) {
      expect.fail(`entry ${k} is ${got.data[k]}, should be ${value.data[k]} within ${bound}`);
    }
  }
}

/** Expects the same bits; NaN equals NaN, but 0 does not equal -0. */
export function expectSameBits(got: Float64Array, wanted: Float64Array): void {
  expect(got.length).toBe(wanted.length);
  for (let k = 0; k < wanted.length; k++) {
    if (!Object.is(got[k], wanted[k])) expect.fail(`number ${k} is ${got[k]}, should be ${wanted[k]}`);
  }
}

export function largestDifference(a: Matrix | Float64Array, b: Matrix | Float64Array): number {
  const x = a instanceof Float64Array ? a : a.data;
  const y = b instanceof Float64Array ? b : b.data;
  expect(x.length).toBe(y.length);
  return x.reduce((largest, value, k) => Math.max(largest, Math.abs(value - y[k])), 0);
}

export function largest(a: Matrix | Float64Array): number {
  const x = a instanceof Float64Array ? a : a.data;
  return x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** A with column j multiplied by factors[j]. */
export function scaleColumns(a: Matrix, factors: Float64Array): Matrix {
  return matrix(
    a.rows,
    a.cols,
    a.data.map((value, k) => value * factors[k % a.cols]),
  );
}
