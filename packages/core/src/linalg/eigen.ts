import { type Matrix, matrix, transpose } from "./matrix.js";
import { addRow, dot, fixSign, reflector, rotateRows, scaleOf } from "./rows.js";
import { checkSquare } from "./shapes.js";

export interface EigenOptions {
  /**
   * The order of the eigenvalues. Default `descending`, the usual order for principal components.
   */
  readonly order?: "descending" | "ascending";
}

export interface Eigen {
  /**
   * With `not-converged` or `not-finite` (the input contains NaN or Infinity), all values and
   * vectors are NaN.
   */
  readonly status: "converged" | "not-converged" | "not-finite";
  readonly values: Float64Array;
  /**
   * Column j is the unit eigenvector of `values[j]`. Its entry of largest magnitude is positive.
   */
  readonly vectors: Matrix;
}

/** EISPACK's limit on iterations per eigenvalue. Two are typical. */
const MOST_ITERATIONS = 50;

/** After this many iterations on one eigenvalue, compare with the norm of the whole matrix. */
const PATIENCE = 10;

/**
 * The eigenvalues and eigenvectors of a symmetric matrix, A = V diag(values) V'. Reads only the
 * lower triangle, diagonal included. A matrix with 0 rows has none. Costs about 9 n^3 operations.
 *
 * Uses Householder tridiagonalisation and the implicit QL method (EISPACK tred2 and imtql2; Golub
 * and Van Loan, section 8.3). Eigenvectors are stored as rows while they are rotated.
 */
export function eigenSymmetric(a: Matrix, { order = "descending" }: EigenOptions = {}): Eigen {
  checkSquare("eigenSymmetric", a);
  const n = a.rows;
  const work = lowerHalf(a);
  const scale = scaleOf(work);
  if (Number.isNaN(scale)) return failed("not-finite", n);
  for (let k = 0; k < work.length; k++) work[k] *= scale;
  const d = new Float64Array(n);
  const e = new Float64Array(n);
  const z = tridiagonalise(n, work, d, e);
  if (!implicitQl(n, d, e, z)) return failed("not-converged", n);

  const direction = order === "descending" ? -1 : 1;
  const places = Array.from(d.keys()).sort((i, j) => direction * (d[i] - d[j]) || i - j);
  const values = Float64Array.from(places, (place) => d[place] / scale);
  const rows = matrix(n, n);
  for (const [i, place] of places.entries()) {
    rows.data.set(z.subarray(place * n, place * n + n), i * n);
    fixSign(rows.data, i * n, n);
  }
  return { status: "converged", values, vectors: transpose(rows) };
}

function failed(status: "not-converged" | "not-finite", n: number): Eigen {
  const vectors = matrix(n, n);
  vectors.data.fill(Number.NaN);
  return { status, values: new Float64Array(n).fill(Number.NaN), vectors };
}

/** A copy with zeros above the diagonal. */
function lowerHalf({ rows: n, data }: Matrix): Float64Array {
  const copy = new Float64Array(n * n);
  for (let i = 0; i < n; i++) copy.set(data.subarray(i * n, i * n + i + 1), i * n);
  return copy;
}

/**
 * Reduces the lower half `a` to diagonal `d` and off-diagonal `e` (e[i] couples i and i + 1).
 * Returns Q', where A = Q T Q'.
 */
function tridiagonalise(n: number, a: Float64Array, d: Float64Array, e: Float64Array): Float64Array {
  const z = new Float64Array(n * n); // row k keeps reflection k until the end
  const betas = new Float64Array(n);
  const p = new Float64Array(n);
  for (let k = 0; k + 1 < n; k++) {
    d[k] = a[k * n + k];
    const v = k * n;
    for (let i = k + 1; i < n; i++) z[v + i] = a[i * n + k];
    const { alpha, beta } = reflector(z, v + k + 1, n - k - 1);
    e[k] = alpha;
    betas[k] = beta;
    if (beta === 0) continue;
    // p = beta A v. Each row of the lower half is used twice, once for its mirror image.
    p.fill(0, k + 1);
    for (let i = k + 1; i < n; i++) {
      const row = i * n + k + 1;
      const length = i - k - 1;
      p[i] += dot(a, row, z, v + k + 1, length) + a[i * n + i] * z[v + i];
      addRow(z[v + i], a, row, p, k + 1, length);
    }
    for (let i = k + 1; i < n; i++) p[i] *= beta;
    addRow(-0.5 * beta * dot(p, k + 1, z, v + k + 1, n - k - 1), z, v + k + 1, p, k + 1, n - k - 1);
    for (let i = k + 1; i < n; i++) {
      const vi = z[v + i];
      const pi = p[i];
      for (let j = k + 1, at = i * n + k + 1; j <= i; j++, at++) a[at] -= vi * p[j] + pi * z[v + j];
    }
  }
  if (n > 0) d[n - 1] = a[n * n - 1];
  accumulate(n, z, betas);
  return z;
}

/** Replaces the reflections in the rows of z with their product, from last to first. */
function accumulate(n: number, z: Float64Array, betas: Float64Array): void {
  const v = new Float64Array(n);
  for (let k = n - 1; k >= 0; k--) {
    v.set(z.subarray(k * n, k * n + n));
    z.fill(0, k * n, k * n + n);
    z[k * n + k] = 1;
    if (betas[k] === 0) continue;
    for (let i = k + 1; i < n; i++) {
      const row = i * n + k + 1;
      addRow(-betas[k] * dot(z, row, v, k + 1, n - k - 1), v, k + 1, z, row, n - k - 1);
    }
  }
}

/**
 * Diagonalises the tridiagonal matrix (d, e) and applies the same rotations to the rows of z.
 * Returns false if an eigenvalue does not converge.
 */
function implicitQl(n: number, d: Float64Array, e: Float64Array, z: Float64Array): boolean {
  let norm = 0;
  for (let i = 0; i < n; i++) norm = Math.max(norm, Math.abs(d[i]) + Math.abs(e[i]));
  for (let l = 0; l < n; l++) {
    for (let iteration = 0; ; iteration++) {
      // An entry is negligible if it is tiny compared with its neighbours on the diagonal. In a
      // matrix of low rank those can be rounding errors themselves, so this may never happen. After
      // a while, also accept what is a rounding error compared with the whole matrix.
      const floor = iteration < PATIENCE ? 0 : Number.EPSILON * norm;
      let m = l;
      while (
        m + 1 < n &&
        Math.abs(e[m]) > Math.max(floor, Number.EPSILON * 0.5 * (Math.abs(d[m]) + Math.abs(d[m + 1])))
      )
        m++;
      if (m === l) break;
      if (iteration === MOST_ITERATIONS) return false;
      let g = (d[l + 1] - d[l]) / (2 * e[l]);
      let r = length2(g, 1);
      g = d[m] - d[l] + e[l] / (g + (g < 0 ? -r : r));
      let s = 1;
      let c = 1;
      let p = 0;
      let i = m - 1;
      for (; i >= l; i--) {
        const f = s * e[i];
        const b = c * e[i];
        r = length2(f, g);
        e[i + 1] = r;
        if (r === 0) break;
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        rotateRows(z, i * n, (i + 1) * n, n, c, s);
      }
      if (i >= l) {
        // The bulge has vanished, so the matrix splits here.
        d[i + 1] -= p;
        e[m] = 0;
        continue;
      }
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
  return true;
}

/** sqrt(x^2 + y^2) without overflow. Not `Math.hypot`, whose last bit differs between engines. */
function length2(x: number, y: number): number {
  const large = Math.max(Math.abs(x), Math.abs(y));
  if (large === 0) return 0;
  const ratio = Math.min(Math.abs(x), Math.abs(y)) / large;
  return large * Math.sqrt(1 + ratio * ratio);
}
