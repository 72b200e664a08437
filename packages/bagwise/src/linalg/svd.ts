import { type Matrix, matrix, transpose } from "./matrix.js";
import { addRow, dot, fixSign, reflector, rotateRows, scaleOf } from "./rows.js";

export interface Svd {
  /**
   * `not-converged`: the best reached, orthogonal only nearly. `not-finite` (NaN or infinity in the
   * input): all NaN.
   */
  readonly status: "converged" | "not-converged" | "not-finite";
  /** The singular values, descending; min(rows, columns) of them. */
  readonly values: Float64Array;
  /** The left singular vectors as columns: rows x min(rows, columns). */
  readonly u: Matrix;
  /**
   * The right singular vectors as columns: columns x min(rows, columns). In each the largest
   * magnitude is positive.
   */
  readonly v: Matrix;
}

/**
 * One-sided Jacobi needs 6 to 10 sweeps; a matrix that needs more than this has something wrong
 * with it.
 */
const MOST_SWEEPS = 60;

/** The square of the rounding error of one rotation, relative to the square of a row's length. */
const ROUNDING = Number.EPSILON ** 2;

/** Squares of lengths below this lose digits; the longest row has a length of about 1. */
const SMALLEST = 1e-290;

/**
 * The thin singular value decomposition A = U diag(values) V', also for matrices that are wide or
 * of deficient rank.
 *
 * One-sided Jacobi (Hestenes 1958) with de Rijk's choice of pivots (1989), after a Householder QR
 * factorisation when the matrix is not square. Slower than bidiagonalisation, about 10 sweeps of 5
 * n^3 operations, but small singular values are accurate too (Demmel and Veselic 1992). 0 rows or 0
 * columns: no singular values. For the principal components of very many rows, `eigenSymmetric` of
 * A'A is much faster, with small singular values less accurate.
 */
export function svd(a: Matrix): Svd {
  if (a.rows < a.cols) {
    const { status, values, u, v } = svd(transpose(a));
    return withSigns(status, values, transpose(v), transpose(u));
  }
  const m = a.rows;
  const n = a.cols;
  const scale = scaleOf(a.data);
  if (Number.isNaN(scale)) return notFinite(m, n);
  // Row j of `columns` is column j of A: everything below works along rows.
  const columns = transpose(a);
  for (let k = 0; k < columns.data.length; k++) columns.data[k] *= scale;
  if (m === n) return descending(jacobi(n, columns.data), n, scale);

  const { betas, r } = triangularise(m, n, columns.data);
  const { status, values, u, v } = descending(jacobi(n, r), n, scale);
  const left = matrix(n, m);
  const small = transpose(u);
  for (let j = 0; j < n; j++) left.data.set(small.data.subarray(j * n, j * n + n), j * m);
  for (let k = n - 1; k >= 0; k--) {
    const at = k * m + k;
    for (let j = 0; j < n; j++) reflect(betas[k], columns.data, at, left.data, j * m + k, m - k);
  }
  return { status, values, u: transpose(left), v };
}

interface Rotated {
  readonly converged: boolean;
  /** Rows: the columns of A V, pairwise orthogonal. */
  readonly w: Float64Array;
  /** Rows: the columns of V. */
  readonly v: Float64Array;
}

/**
 * Rotates pairs of the `n` rows of `w` (each n long) until all are orthogonal to working precision.
 */
function jacobi(n: number, w: Float64Array): Rotated {
  const v = new Float64Array(n * n);
  for (let j = 0; j < n; j++) v[j * n + j] = 1;
  const tolerance = Math.sqrt(n) * Number.EPSILON;
  const squares = new Float64Array(n);
  // The squares of the rounding errors that each row has collected. A row no longer than its error
  // is 0: orthogonalising such rows again and again would only shrink them by a factor of 1e-16
  // each time, down to the smallest numbers.
  const errors = new Float64Array(n);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let rotations = 0;
    for (let j = 0; j < n; j++) squares[j] = dot(w, j * n, w, j * n, n);
    for (let i = 0; i + 1 < n; i++) {
      // De Rijk: the longest of the remaining columns comes first, so that they end in descending
      // order.
      let longest = i;
      for (let j = i + 1; j < n; j++) if (squares[j] > squares[longest]) longest = j;
      if (longest !== i) {
        for (const rows of [w, v]) swapRows(rows, i, longest, n);
        for (const numbers of [squares, errors]) swapRows(numbers, i, longest, 1);
      }
      for (let j = i + 1; j < n; j++) {
        const gamma = dot(w, i * n, w, j * n, n);
        const alpha = squares[i];
        const beta = squares[j];
        if (!(Math.abs(gamma) > tolerance * Math.sqrt(alpha) * Math.sqrt(beta))) continue;
        rotations++;
        const zeta = (beta - alpha) / (2 * gamma);
        const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const c = 1 / Math.sqrt(1 + t * t);
        rotateRows(w, i * n, j * n, n, c, c * t);
        rotateRows(v, i * n, j * n, n, c, c * t);
        const errorI = errors[i] + ROUNDING * alpha;
        const errorJ = errors[j] + ROUNDING * beta;
        errors[i] = c * c * (errorI + t * t * errorJ);
        errors[j] = c * c * (errorJ + t * t * errorI);
        for (const row of [i, j]) {
          squares[row] = dot(w, row * n, w, row * n, n);
          if (squares[row] > Math.max(4 * errors[row], SMALLEST)) continue;
          w.fill(0, row * n, row * n + n);
          squares[row] = 0;
        }
      }
    }
    if (rotations === 0) return { converged: true, w, v };
  }
  return { converged: false, w, v };
}

function swapRows(w: Float64Array, i: number, j: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const value = w[i * n + k];
    w[i * n + k] = w[j * n + k];
    w[j * n + k] = value;
  }
}

/** Lengths and directions of the rotated columns, the longest first. */
function descending({ converged, w, v }: Rotated, n: number, scale: number): Svd {
  const lengths = Float64Array.from({ length: n }, (_, j) => Math.sqrt(dot(w, j * n, w, j * n, n)));
  const places = Array.from(lengths.keys()).sort((i, j) => lengths[j] - lengths[i] || i - j);
  const u = matrix(n, n);
  const right = matrix(n, n);
  for (const [j, place] of places.entries()) {
    right.data.set(v.subarray(place * n, place * n + n), j * n);
    if (lengths[place] > 0) for (let k = 0; k < n; k++) u.data[j * n + k] = w[place * n + k] / lengths[place];
    else complete(u.data, j, n);
  }
  const values = Float64Array.from(places, (place) => lengths[place] / scale);
  return withSigns(converged ? "converged" : "not-converged", values, u, right);
}

/**
 * Sets row j, for a singular value of 0, to a unit vector orthogonal to the rows before:
 * Gram-Schmidt, done twice.
 */
function complete(u: Float64Array, j: number, m: number): void {
  for (let axis = 0; axis < m; axis++) {
    u.fill(0, j * m, j * m + m);
    u[j * m + axis] = 1;
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < j; i++) addRow(-dot(u, i * m, u, j * m, m), u, i * m, u, j * m, m);
    }
    const length = Math.sqrt(dot(u, j * m, u, j * m, m));
    // Some axis keeps at least this much, because the squares of what the axes keep add up to m -
    // j.
    if (length * length * 2 * m < 1) continue;
    for (let k = 0; k < m; k++) u[j * m + k] /= length;
    return;
  }
}

/**
 * Householder QR of the matrix whose columns are the rows of `w`: reflections stay in `w`; returns
 * R's columns as rows.
 */
function triangularise(m: number, n: number, w: Float64Array): { betas: Float64Array; r: Float64Array } {
  const betas = new Float64Array(n);
  const r = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    const at = k * m + k;
    for (let i = 0; i < k; i++) r[k * n + i] = w[k * m + i];
    const { alpha, beta } = reflector(w, at, m - k);
    r[k * n + k] = alpha;
    betas[k] = beta;
    for (let j = k + 1; j < n; j++) reflect(beta, w, at, w, j * m + k, m - k);
  }
  return { betas, r };
}

/** x = (I - beta v v') x. */
function reflect(beta: number, v: Float64Array, i: number, x: Float64Array, j: number, length: number): void {
  if (beta !== 0) addRow(-beta * dot(v, i, x, j, length), v, i, x, j, length);
}

/** Takes singular vectors as rows, fixes their signs by those of v, and turns them into columns. */
function withSigns(status: Svd["status"], values: Float64Array, u: Matrix, v: Matrix): Svd {
  for (let j = 0; j < values.length; j++) {
    if (!fixSign(v.data, j * v.cols, v.cols)) continue;
    for (let k = 0; k < u.cols; k++) u.data[j * u.cols + k] = -u.data[j * u.cols + k];
  }
  return { status, values, u: transpose(u), v: transpose(v) };
}

function notFinite(m: number, n: number): Svd {
  const u = matrix(m, n);
  const v = matrix(n, n);
  u.data.fill(Number.NaN);
  v.data.fill(Number.NaN);
  return { status: "not-finite", values: new Float64Array(n).fill(Number.NaN), u, v };
}
