import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import type { InstanceKernel } from "../kernel.js";
import { decay, type FallingKernel, instanceGram, toLengths } from "./instance-gram.js";

/**
 * `instanceGram` of several kernels, one after the other, with the same bits. Gaussian kernels alone, or
 * Laplace kernels alone, share the distances. A matrix is overwritten by the next one.
 */
export function* instanceGrams(kernels: readonly InstanceKernel[], a: Matrix, b?: Matrix): Generator<Matrix> {
  const falling = kernels.filter(isFalling).filter(({ type }) => type === kernels[0].type);
  if (kernels.length === 1 || falling.length < kernels.length) {
    for (const kernel of kernels) yield instanceGram(kernel, a, b);
    return;
  }
  const lengths = b === undefined ? linearAlgebra().syrk(a) : linearAlgebra().gemmNT(a, b);
  toLengths(falling[0], lengths, a, b ?? a);
  const result = matrix(lengths.rows, lengths.cols);
  for (const kernel of falling) {
    decay(kernel, lengths.data, result.data);
    yield result;
  }
}

function isFalling(kernel: InstanceKernel): kernel is FallingKernel {
  return kernel.type === "gaussian" || kernel.type === "laplace";
}
