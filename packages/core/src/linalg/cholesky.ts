import { InputError } from "../base/errors.js";
import { FACTOR_AT, type ProductKernel, panelOffset } from "./kernel.js";
import { type Matrix, matrix } from "./matrix.js";
import { checkEqual, checkSquare, matrixFor, vectorFor } from "./shapes.js";

/** What to do with a pivot that is not positive. */
export interface PivotRule {
  /** Pivots up to this value are replaced. Default 0. */
  readonly upTo?: number;
  /**
   * The new pivot. Default 1e128, which makes that component of the solution 0, as if the row were
   * not there.
   */
  readonly by?: number;
}

export interface CholeskyOptions {
  /** Factor `scale * A + diag(diagonal)` instead of A, without forming it. Default 1. */
  readonly scale?: number;
  /** See `scale`. One number per row. Default: zeros. */
  readonly diagonal?: Float64Array;
  /**
   * Replace and count pivots that are not positive, instead of stopping at the first one. Default
   * false.
   */
  readonly replacePivots?: boolean | PivotRule;
  /**
   * A factor that you no longer need. It is overwritten and returned. If the size matches, nothing
   * is allocated.
   */
  readonly reuse?: Cholesky;
}

/**
 * `factored`: A = L L'. `pivots-replaced`: the same, for A with `replacedPivots` diagonal entries
 * changed. `not-positive-definite`: the pivot of row `failedRow` is not positive. `not-finite`:
 * that pivot is NaN or infinite. In the last two cases there is no factor, and solutions are NaN.
 */
export type CholeskyStatus = "factored" | "pivots-replaced" | "not-positive-definite" | "not-finite";

/**
 * The Cholesky factor L of a symmetric positive definite matrix A = L L', with L lower triangular.
 * Created by `LinearAlgebra.cholesky`. A matrix with 0 rows is factored, its solutions are empty
 * and its determinant is 1.
 */
export class Cholesky {
  status: CholeskyStatus = "factored";
  replacedPivots = 0;
  /** The row whose pivot stopped the factorisation, or -1. */
  failedRow = -1;
  /** The number of rows of A. */
  size = 0;

  readonly #kernel: ProductKernel;
  /** The packed triangle and the inverses of its diagonal, laid out as in the workspace. */
  #numbers = new Float64Array(0);
  /** Whether the numbers are there, and not only in the workspace. */
  #kept = true;

  /** Used by `LinearAlgebra.cholesky`, which then calls `factor`. */
  constructor(kernel: ProductKernel) {
    this.#kernel = kernel;
  }

  /** Whether there is a factor to solve with. */
  get usable(): boolean {
    return this.failedRow < 0;
  }

  /**
   * Factors another matrix into this object. Only the lower triangle of `a` is read, diagonal
   * included.
   */
  factor(a: Matrix, { scale = 1, diagonal, replacePivots = false }: CholeskyOptions = {}): this {
    checkSquare("cholesky", a);
    const n = a.rows;
    if (diagonal !== undefined) {
      checkEqual("cholesky", "the length of `diagonal`", diagonal.length, "the number of rows", n);
    }
    const { upTo = 0, by = 1e128 } = typeof replacePivots === "object" ? replacePivots : {};
    if (replacePivots !== false && !(upTo >= 0 && by > upTo && by < Infinity)) {
      throw new InputError({
        code: "option",
        message: `cholesky: replacePivots has upTo ${upTo} and by ${by}`,
        remedy: "Use finite numbers with 0 <= upTo < by.",
      });
    }
    const panels = Math.ceil(n / 4);
    const inverse = FACTOR_AT + panelOffset(panels);
    const end = inverse + 4 * panels;
    const w = this.#kernel.workspace(end + 16 * panels);
    this.#moveIn();
    packTriangle(w, a, scale, diagonal);
    const outcome = this.#kernel.factor(panels, FACTOR_AT, inverse, upTo, replacePivots === false ? 0 : by);

    this.size = n;
    this.failedRow = outcome < 0 ? -1 - outcome : -1;
    this.replacedPivots = Math.max(0, outcome);
    if (outcome > 0) this.status = "pivots-replaced";
    else if (outcome === 0) this.status = "factored";
    else this.status = Number.isFinite(w[diagonalAt(this.failedRow)]) ? "not-positive-definite" : "not-finite";
    this.#kept = false;
    return this;
  }

  /**
   * The solution x of A x = b, written to `out` (default: a new vector; `b` itself is allowed).
   * Costs 2 n^2 operations. The bits are the same as in the matching column of `solveMatrix`.
   */
  solve(b: Float64Array, { out }: { readonly out?: Float64Array } = {}): Float64Array {
    checkEqual("solve", "the length of the right-hand side", b.length, "the number of rows", this.size);
    const x = vectorFor("solve", this.size, out);
    this.#solve(b, x, 1);
    return x;
  }

  /** The solution X of A X = B, written to `out` (default: a new matrix; B itself is allowed). */
  solveMatrix(b: Matrix, { out }: { readonly out?: Matrix } = {}): Matrix {
    checkEqual("solveMatrix", "the number of rows of B", b.rows, "that of A", this.size);
    const x = matrixFor("solveMatrix", b.rows, b.cols, out);
    this.#solve(b.data, x.data, b.cols);
    return x;
  }

  /**
   * The logarithm of the determinant of A, using the new pivots where some were replaced. NaN
   * without a factor.
   */
  logDeterminant(): number {
    if (!this.usable) return Number.NaN;
    this.keep();
    let sum = 0;
    for (let i = 0; i < this.size; i++) sum += Math.log(this.#numbers[diagonalAt(i) - FACTOR_AT]);
    return 2 * sum;
  }

  /** The factor L as a matrix, with zeros above the diagonal; NaN without a factor. */
  lower(): Matrix {
    this.keep();
    const n = this.size;
    const result = matrix(n, n);
    for (let i = 0; i < n; i++) {
      const row = panelOffset(i >> 2) + (i & 3);
      for (let j = 0; j <= i; j++) result.data[i * n + j] = this.usable ? this.#numbers[row + 4 * j] : Number.NaN;
    }
    return result;
  }

  /** Copies the factor from the workspace, unless that was done. For whoever needs the workspace next. */
  keep(): void {
    if (this.#kept) return;
    this.#kept = true;
    if (!this.usable) return;
    const panels = Math.ceil(this.size / 4);
    const length = panelOffset(panels) + 4 * panels;
    if (this.#numbers.length !== length) this.#numbers = new Float64Array(length);
    this.#numbers.set(this.#kernel.workspace(FACTOR_AT + length).subarray(FACTOR_AT, FACTOR_AT + length));
  }

  #moveIn(): void {
    if (this.#kernel.resident !== this) this.#kernel.resident?.keep();
    this.#kernel.resident = this;
  }

  /**
   * Solves four columns at a time. A single column costs no less, because reading L takes most of
   * the time.
   */
  #solve(b: Float64Array, out: Float64Array, cols: number): void {
    if (!this.usable) {
      out.fill(Number.NaN);
      return;
    }
    const n = this.size;
    const panels = Math.ceil(n / 4);
    const inverse = FACTOR_AT + panelOffset(panels);
    const x = inverse + 4 * panels;
    const w = this.#kernel.workspace(x + 16 * panels);
    if (this.#kernel.resident !== this) {
      this.#moveIn();
      w.set(this.#numbers, FACTOR_AT);
    }
    for (let j = 0; j < cols; j += 4) {
      const present = Math.min(4, cols - j);
      w.fill(0, x, x + 16 * panels);
      for (let i = 0; i < n; i++) for (let r = 0; r < present; r++) w[x + 4 * i + r] = b[i * cols + j + r];
      this.#kernel.forward(panels, FACTOR_AT, inverse, x);
      this.#kernel.backward(panels, FACTOR_AT, inverse, x);
      for (let i = 0; i < n; i++) for (let r = 0; r < present; r++) out[i * cols + j + r] = w[x + 4 * i + r];
    }
  }
}

/** The index in the workspace of the diagonal entry of row i. */
function diagonalAt(i: number): number {
  return FACTOR_AT + panelOffset(i >> 2) + 4 * i + (i & 3);
}

/**
 * Writes the lower triangle of `scale * a + diag(diagonal)` in panels. The last panel is padded
 * with rows of the identity matrix.
 */
function packTriangle(w: Float64Array, a: Matrix, scale: number, diagonal: Float64Array | undefined): void {
  const { rows: n, data } = a;
  // Four rows at a time, so that numbers are written one after the other.
  for (let p = 0; 4 * p + 4 <= n; p++) {
    const r0 = 4 * p * n;
    const [r1, r2, r3] = [r0 + n, r0 + 2 * n, r0 + 3 * n];
    for (let j = 0, to = FACTOR_AT + panelOffset(p); j < 4 * p; j++, to += 4) {
      w[to] = scale * data[r0 + j];
      w[to + 1] = scale * data[r1 + j];
      w[to + 2] = scale * data[r2 + j];
      w[to + 3] = scale * data[r3 + j];
    }
  }
  for (let i = 0; i < n; i++) {
    const row = FACTOR_AT + panelOffset(i >> 2) + (i & 3);
    const first = i < n - (n & 3) ? i - (i & 3) : 0;
    for (let j = first; j <= i; j++) w[row + 4 * j] = scale * data[i * n + j];
  }
  if (diagonal !== undefined) for (let i = 0; i < n; i++) w[diagonalAt(i)] += diagonal[i];
  for (let i = n; i & 3; i++) {
    const row = FACTOR_AT + panelOffset(i >> 2) + (i & 3);
    for (let j = 0; j < i; j++) w[row + 4 * j] = 0;
    w[row + 4 * i] = 1;
  }
}
