import type { Random } from "../base/random.js";
import { linearAlgebra } from "./backend.js";
import { eigenSymmetric } from "./eigen.js";
import { type Matrix, matrix, transpose } from "./matrix.js";
import { type SparseMatrix, sparseProduct, sparseTransposedProduct } from "./sparse.js";

/** More directions than wanted are iterated, so that the last ones are right, too. */
const MORE = 10;
/** Steps of subspace iteration: those of words have spectra that fall slowly, and need no more. */
const STEPS = 3;

/**
 * The right singular vectors of a sparse matrix with the largest singular values, one per column, at most
 * `count` of them. Randomised subspace iteration (Halko, Martinsson and Tropp 2011). Directions
 * without any spread are left out. Costs 7 passes over the entries, with count + 10 operations each.
 */
export function topAxes(x: SparseMatrix, count: number, random: Random): Matrix {
  const size = Math.min(count + MORE, x.cols, x.rows);
  let basis = matrix(x.cols, size);
  for (let k = 0; k < basis.data.length; k++) basis.data[k] = random.normal();
  for (let step = 0; step < STEPS; step++) basis = orthonormal(sparseTransposedProduct(x, sparseProduct(x, basis)));
  const seen = sparseProduct(x, basis);
  const la = linearAlgebra();
  const { values, vectors } = eigenSymmetric(la.weightedSyrk(seen, new Float64Array(x.rows).fill(1)));
  const kept = values.filter((value, k) => k < count && value > NEGLIGIBLE * values[0]).length;
  const turned = matrix(basis.cols, kept);
  for (let i = 0; i < basis.cols; i++)
    for (let k = 0; k < kept; k++) turned.data[i * kept + k] = vectors.data[i * vectors.cols + k];
  return la.gemmNT(basis, transpose(turned));
}

/** Directions with less of the largest squared singular value are rounding errors. */
const NEGLIGIBLE = 1e-9;

/**
 * An orthonormal basis of the columns, by a Cholesky factor of their products, twice (CholeskyQR2,
 * Yamamoto et al. 2015). Columns that depend on those before become 0.
 */
function orthonormal(x: Matrix): Matrix {
  const once = scaledColumns(x);
  return whitened(whitened(once));
}

/** X L'^-1, where L L' = X'X. */
function whitened(x: Matrix): Matrix {
  const la = linearAlgebra();
  return la.gemmNT(x, inverseOf(choleskyOf(la.weightedSyrk(x, new Float64Array(x.rows).fill(1)))));
}

/** The inverse of a lower triangle; where the pivot is 0, the row is. */
function inverseOf({ rows: n, data }: Matrix): Matrix {
  const inverse = matrix(n, n);
  for (let i = 0; i < n; i++) {
    const pivot = data[i * n + i];
    if (pivot === 0) continue;
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = j; k < i; k++) sum -= data[i * n + k] * inverse.data[k * n + j];
      inverse.data[i * n + j] = sum / pivot;
    }
  }
  return inverse;
}

/** The Cholesky factor of a matrix that may be singular: where nothing is left, the pivot is 0. */
function choleskyOf(a: Matrix): Matrix {
  const n = a.rows;
  const lower = matrix(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = a.data[i * n + j];
      for (let k = 0; k < j; k++) sum -= lower.data[i * n + k] * lower.data[j * n + k];
      if (i === j) lower.data[i * n + i] = sum > 1e-12 * a.data[i * n + i] ? Math.sqrt(sum) : 0;
      else lower.data[i * n + j] = lower.data[j * n + j] > 0 ? sum / lower.data[j * n + j] : 0;
    }
  return lower;
}

/** Columns of length 1, so that none is lost beside the largest. */
function scaledColumns(x: Matrix): Matrix {
  const squares = new Float64Array(x.cols);
  for (let at = 0; at < x.data.length; at++) squares[at % x.cols] += x.data[at] * x.data[at];
  const scale = squares.map((value) => (value > 0 ? 1 / Math.sqrt(value) : 0));
  return matrix(
    x.rows,
    x.cols,
    x.data.map((value, at) => value * scale[at % x.cols]),
  );
}
