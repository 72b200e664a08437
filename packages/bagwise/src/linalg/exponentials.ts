import { FACTOR_AT, type ProductKernel } from "./kernel.js";

/** The most numbers that visit the workspace at once: few enough to stay in the cache. */
const VISIT = 2 ** 13;

/** Constants of `exp` in `base/portable-math.ts`, and of how its power of two is made: see `assembly/kernel.ts`. */
const CONSTANTS = Float64Array.of(
  -746,
  Math.LOG2E,
  0.5,
  -0.34657359027997264,
  0.6931471803691238,
  1.9082149292705877e-10,
  4.1381367970572385e-8,
  -1.6533902205465252e-6,
  6.613756321437934e-5,
  -0.0027777777777015593,
  0.16666666666666602,
  2,
  1,
  1.5 * 2 ** 52 + 1023 + 54,
  2 ** -54,
  -745.1332191019411,
);

// Before the factor, the workspace belongs to whatever runs now.
const X_AT = 0;
const TOTAL_AT = VISIT + 2;
const CONSTANTS_AT = TOTAL_AT + VISIT + 2;
if (CONSTANTS_AT + CONSTANTS.length > FACTOR_AT)
  throw new Error("exponentials: the numbers reach into the factor's workspace");

/** See `LinearAlgebra.addExponentials`. */
export function addExponentials(kernel: ProductKernel, total: Float64Array, x: Float64Array, width: number): void {
  visit(kernel, x, total, 1, width, total);
}

/** See `LinearAlgebra.exponentials`. */
export function exponentials(kernel: ProductKernel, x: Float64Array, rate: number, out: Float64Array): void {
  visit(kernel, x, undefined, rate, 1, out);
}

/** start + exp(-x rate / width) in `out`, which may be one of the others. Without a start, from 0. */
function visit(
  kernel: ProductKernel,
  x: Float64Array,
  start: Float64Array | undefined,
  rate: number,
  width: number,
  out: Float64Array,
): void {
  const w = kernel.workspace(FACTOR_AT);
  w.set(CONSTANTS, CONSTANTS_AT);
  for (let at = 0; at < x.length; at += VISIT) {
    const count = Math.min(VISIT, x.length - at);
    const end = TOTAL_AT + count;
    w.set(x.subarray(at, at + count), X_AT);
    if (start) w.set(start.subarray(at, at + count), TOTAL_AT);
    else w.fill(0, TOTAL_AT, end);
    kernel.addExponentials(count, X_AT, rate, width, TOTAL_AT, CONSTANTS_AT);
    out.set(w.subarray(TOTAL_AT, end), at);
  }
}
