import { FACTOR_AT, type ProductKernel } from "./kernel.js";

/** The most numbers that visit the workspace at once: few enough to stay in the cache. */
const VISIT = 2 ** 13;

// Before the factor, the workspace belongs to whatever runs now.
const X_AT = 0;
const TOTAL_AT = VISIT + 2;
const CONSTANTS_AT = TOTAL_AT + VISIT + 2;
if (CONSTANTS_AT + 16 > FACTOR_AT) throw new Error("exponentials: the numbers reach into the factor's workspace");

/** See `LinearAlgebra.addExponentials`. */
export function addExponentials(kernel: ProductKernel, total: Float64Array, x: Float64Array, width: number): void {
  visit(kernel, x, 1, width, total, true);
}

/** See `LinearAlgebra.exponentials`. */
export function exponentials(kernel: ProductKernel, x: Float64Array, rate: number, out: Float64Array): void {
  visit(kernel, x, rate, 1, out, false);
}

/** exp(-x rate / width) in `out`, which may be `x`, or added to what is there. */
function visit(
  kernel: ProductKernel,
  x: Float64Array,
  rate: number,
  width: number,
  out: Float64Array,
  adds: boolean,
): void {
  const w = kernel.workspace(FACTOR_AT);
  for (let at = 0; at < x.length; at += VISIT) {
    const count = Math.min(VISIT, x.length - at);
    const end = TOTAL_AT + count;
    w.set(x.subarray(at, at + count), X_AT);
    if (adds) w.set(out.subarray(at, at + count), TOTAL_AT);
    else w.fill(0, TOTAL_AT, end);
    kernel.addExponentials(count, X_AT, rate, width, TOTAL_AT, CONSTANTS_AT);
    out.set(w.subarray(TOTAL_AT, end), at);
  }
}
