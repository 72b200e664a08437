import { FACTOR_AT, type ProductKernel } from "./kernel.js";

/** The most numbers that visit the workspace at once: few enough to stay in the cache. */
const VISIT = 2 ** 13;

// Before the factor, the workspace belongs to whatever runs now.
const X_AT = 0;
const TOTAL_AT = VISIT + 2;
if (TOTAL_AT + VISIT + 2 > FACTOR_AT) throw new Error("exponentials: the numbers reach into the factor's workspace");

/** See `LinearAlgebra.addExponentials`. */
export function addExponentials(kernel: ProductKernel, total: Float64Array, x: Float64Array, width: number): void {
  const w = kernel.workspace(FACTOR_AT);
  for (let at = 0; at < x.length; at += VISIT) {
    const count = Math.min(VISIT, x.length - at);
    w.set(x.subarray(at, at + count), X_AT);
    w.set(total.subarray(at, at + count), TOTAL_AT);
    kernel.addExponentials(count, X_AT, width, TOTAL_AT);
    total.set(w.subarray(TOTAL_AT, TOTAL_AT + count), at);
  }
}
