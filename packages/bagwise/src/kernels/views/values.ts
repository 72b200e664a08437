import { exp } from "../../base/portable-math.js";
import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { distanceFromProduct, squaredNorms } from "../gram/distances.js";

/**
 * Adds ((1 + cosine) / 2)^2 for all rows of `left` with all rows of `right`, which are unit
 * vectors. Without `right`, among the rows of `left`.
 */
export function addCosines(total: Matrix, left: Matrix, right?: Matrix): void {
  const { data } = right === undefined ? linearAlgebra().syrk(left) : linearAlgebra().gemmNT(left, right);
  for (let at = 0; at < data.length; at++) {
    const half = (1 + Math.min(1, Math.max(-1, data[at]))) / 2;
    total.data[at] += half * half;
  }
}

/**
 * The squared distances between all rows of `left` and all rows of `right`. Without `right`, among
 * the rows of `left`, exactly symmetric.
 */
export function squaredDistances(left: Matrix, right?: Matrix): Matrix {
  const result = right === undefined ? linearAlgebra().syrk(left) : linearAlgebra().gemmNT(left, right);
  const other = right ?? left;
  const a = squaredNorms(left);
  const b = right === undefined ? a : squaredNorms(right);
  for (let i = 0, at = 0; i < a.length; i++)
    for (let j = 0; j < b.length; j++, at++)
      result.data[at] = distanceFromProduct(result.data[at], a[i] + b[j], left, i, other, j);
  return result;
}

/**
 * Adds exp(-distance / width) for all squared distances. With `symmetric`, reads only half of them.
 */
export function addGaussian(total: Matrix, { rows, cols, data }: Matrix, width: number, symmetric = false): void {
  for (let i = 0; i < rows; i++) {
    const to = symmetric ? i : cols;
    for (let j = 0; j < to; j++) {
      const value = exp(-data[i * cols + j] / width);
      total.data[i * cols + j] += value;
      if (symmetric) total.data[j * cols + i] += value;
    }
    if (symmetric) total.data[i * cols + i] += 1;
  }
}
