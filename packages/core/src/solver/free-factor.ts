import type { LinearAlgebra } from "../linalg/backend.js";
import type { Cholesky } from "../linalg/cholesky.js";
import { type Matrix, matrix } from "../linalg/matrix.js";

/** The factorised kernel of free samples, which holds `shift` in every entry. */
export interface FreeFactor {
  readonly factor: Cholesky;
  readonly shift: number;
}

export interface FreeFactorOptions {
  /** Added to the diagonal, as a share of the shift and for each sample, in case that samples determine each other. */
  readonly flat: number;
  /** A factor whose memory can be taken. */
  readonly reuse?: Cholesky | undefined;
}

/**
 * Factorises the kernel of the free samples for a system in which the sum of the unknowns is known: K_FF d + b 1 =
 * right. K_FF alone may be singular where the system is not, such as for four points on a plane. Adding a
 * multiple of the sum to every equation only shifts b, so the largest entry of the diagonal is added
 * everywhere. Undefined if no entry of the diagonal is above 0; the factor may not be usable. Costs m^3 / 3.
 */
export function factoriseFree(
  algebra: LinearAlgebra,
  { cols, data }: Matrix,
  free: Uint32Array,
  { flat, reuse }: FreeFactorOptions,
): FreeFactor | undefined {
  const m = free.length;
  const kernel = matrix(m, m);
  let shift = 0;
  for (let a = 0, at = 0; a < m; a++) {
    const row = free[a] * cols;
    for (let b = 0; b < m; b++, at++) kernel.data[at] = data[row + free[b]];
    shift = Math.max(shift, kernel.data[a * m + a]);
  }
  if (!(shift > 0)) return undefined;
  for (let at = 0; at < kernel.data.length; at++) kernel.data[at] += shift;
  const diagonal = new Float64Array(m).fill(flat * shift * m);
  const factor = algebra.cholesky(kernel, { diagonal, replacePivots: true, ...(reuse && { reuse }) });
  return { factor, shift };
}

export function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}
