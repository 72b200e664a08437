import { exp } from "../../base/portable-math.js";
import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { distanceFromProduct, squaredNorms } from "../gram/distances.js";

/**
 * Adds ((1 + cosine) / 2)^2 of all rows of `left` with all of `right`, which have length 1; without
 * `right` among those of `left`.
 */
export function addCosines(total: Matrix, left: Matrix, right?: Matrix): void {
  const { data } = right === undefined ? linearAlgebra().syrk(left) : linearAlgebra().gemmNT(left, right);
  for (let at = 0; at < data.length; at++) {
    const half = (1 + Math.min(1, Math.max(-1, data[at]))) / 2;
    total.data[at] += half * half;
  }
}

/**
 * The squared distances between all rows of `left` and all of `right`; without `right` among those
 * of `left`, exactly symmetric.
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
 * Adds exp(-distance / width) of all squared distances. With `symmetric` only half of them are
 * looked at.
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
