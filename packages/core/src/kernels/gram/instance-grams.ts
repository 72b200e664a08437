import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { decay, type FallingKernel, type InstanceKernel, toLengths } from "../instance-kernel.js";
import { instanceGram, lengthsBetween as lengthsOf } from "./instance-gram.js";

/**
 * `instanceGram` of several kernels, one after the other, with the same bits. Gaussian kernels alone, or
 * Laplace kernels alone, share the distances. A matrix is overwritten by the next one.
 */
export function* instanceGrams(kernels: readonly InstanceKernel[], a: Matrix, b?: Matrix): Generator<Matrix> {
  const falling = fallingAlike(kernels);
  if (falling === undefined || kernels.length === 1) {
    for (const kernel of kernels) yield instanceGram(kernel, a, b);
    return;
  }
  const lengths = lengthsBetween(falling[0], a, b);
  const result = matrix(lengths.rows, lengths.cols);
  for (const kernel of falling) {
    decay(kernel, lengths.data, result.data);
    yield result;
  }
}

/** For up to this many rows, two matrices are kept: 64 MB. */
const MOST_KEPT = 2048;

/**
 * A function that computes `instanceGram` of kernel k among these rows. Distances that kernels share are
 * computed once and kept, and so is the last matrix, or with `keep` every one. If there are very many rows,
 * each is computed at every call.
 */
export function instanceGramsAmong(
  kernels: readonly InstanceKernel[],
  rows: Matrix,
  { keep = false } = {},
): (k: number) => Matrix {
  const falling = fallingAlike(kernels);
  if (falling === undefined || rows.rows > MOST_KEPT) return (k) => instanceGram(kernels[k], rows);
  let lengths: Matrix | undefined;
  const known = new Map<number, Matrix>();
  return (k) => {
    const found = known.get(k);
    if (found !== undefined) return found;
    lengths ??= lengthsBetween(falling[0], rows);
    const gram = matrix(rows.rows, rows.rows);
    decay(falling[k], lengths.data, gram.data);
    if (!keep) known.clear();
    known.set(k, gram);
    return gram;
  };
}

/** These kernels, if they all fall with the same length. */
function fallingAlike(kernels: readonly InstanceKernel[]): FallingKernel[] | undefined {
  const falling = kernels.filter((kernel) => kernel.type === "gaussian" || kernel.type === "laplace");
  return falling.length > 0 && kernels.every(({ type }) => type === falling[0].type) ? falling : undefined;
}

function lengthsBetween(kernel: FallingKernel, a: Matrix, b?: Matrix): Matrix {
  const lengths = b === undefined ? linearAlgebra().syrk(a) : linearAlgebra().gemmNT(a, b);
  toLengths(kernel.type, lengths, lengthsOf(a, b ?? a));
  return lengths;
}
