import type { Matrix } from "../../../linalg/matrix.js";
import { PLACES } from "./layout.js";

/** Copies row k of the kernel among these samples, in ascending order, to where steps of pairs expect it. */
export function packRow(
  { rows: n, cols, data }: Matrix,
  samples: Uint32Array,
  k: number,
  w: Float64Array,
  stride: number,
): void {
  const size = samples.length;
  const row = samples[k] * cols;
  const to = (PLACES.kernel + k) * stride;
  if (size === n) w.set(data.subarray(row, row + n), to);
  else for (let l = 0; l < size; l++) w[to + l] = data[row + samples[l]];
  if (stride > size) w[to + size] = 0;
  w[PLACES.there * stride + k] = 1;
}
