import { FACTOR_AT, type ProductKernel } from "./kernel.js";
import type { Matrix } from "./matrix.js";

/** The most numbers that visit the workspace at once: few enough to stay in the cache. */
const VISIT = 2 ** 13;

// Before the factor, the workspace belongs to whatever runs now.
const FIRST_AT = 0;
const SECOND_AT = VISIT + 2;
const LEFT_AT = 2 * SECOND_AT;
if (LEFT_AT + VISIT > FACTOR_AT) throw new Error("elementwise: the numbers reach into the factor's workspace");

/** See `LinearAlgebra.distances`. */
export function distancesInPlace(
  kernel: ProductKernel,
  { rows, cols, data }: Matrix,
  left: Float64Array,
  right: Float64Array,
  cancelled: number,
): number {
  const w = kernel.workspace(FACTOR_AT);
  const width = Math.min(cols, VISIT);
  // Whole rows at once if they fit, so that neighbouring numbers are copied together.
  const height = width < cols ? 1 : Math.max(1, Math.floor(VISIT / Math.max(1, cols)));
  let found = 0;
  for (let j = 0; j < cols; j += width) {
    const count = Math.min(width, cols - j);
    w.set(right.subarray(j, j + count), SECOND_AT);
    for (let i = 0; i < rows; i += height) {
      const some = Math.min(height, rows - i);
      const at = i * cols + j;
      w.set(left.subarray(i, i + some), LEFT_AT);
      w.set(data.subarray(at, at + some * count), FIRST_AT);
      found += kernel.distances(some, count, FIRST_AT, LEFT_AT, SECOND_AT, cancelled);
      data.set(w.subarray(FIRST_AT, FIRST_AT + some * count), at);
    }
  }
  return found;
}

/** See `LinearAlgebra.addHalves`. */
export function addHalves(kernel: ProductKernel, total: Float64Array, x: Float64Array): void {
  addTo(kernel, total, x, (count) => kernel.addHalves(count, FIRST_AT, SECOND_AT));
}

/** See `LinearAlgebra.addExponentials`. */
export function addExponentials(kernel: ProductKernel, total: Float64Array, x: Float64Array, width: number): void {
  addTo(kernel, total, x, (count) => kernel.addExponentials(count, FIRST_AT, width, SECOND_AT));
}

function addTo(kernel: ProductKernel, total: Float64Array, x: Float64Array, add: (count: number) => void): void {
  const w = kernel.workspace(FACTOR_AT);
  for (let at = 0; at < x.length; at += VISIT) {
    const count = Math.min(VISIT, x.length - at);
    w.set(x.subarray(at, at + count), FIRST_AT);
    w.set(total.subarray(at, at + count), SECOND_AT);
    add(count);
    total.set(w.subarray(SECOND_AT, SECOND_AT + count), at);
  }
}
