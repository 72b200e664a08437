import type { Matrix } from "../../../linalg/matrix.js";
import { PLACES } from "./layout.js";

/** Copies the kernel among these samples, in ascending order, to where steps of pairs expect it. */
export function packKernel(
  { rows: n, cols, data }: Matrix,
  samples: Uint32Array,
  w: Float64Array,
  stride: number,
): void {
  const size = samples.length;
  for (let k = 0; k < size; k++) {
    const row = samples[k] * cols;
    const to = (PLACES.kernel + k) * stride;
    if (size === n) w.set(data.subarray(row, row + n), to);
    else for (let l = 0; l < size; l++) w[to + l] = data[row + samples[l]];
    if (stride > size) w[to + size] = 0;
  }
}
