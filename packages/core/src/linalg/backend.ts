import { InputError } from "../base/errors.js";
import { Cholesky, type CholeskyOptions } from "./cholesky.js";
import { addExponentials, exponentials } from "./exponentials.js";
import type { ProductKernel } from "./kernel.js";
import { plainKernel } from "./kernel-plain.js";
import { simdKernel } from "./kernel-simd.js";
import type { Matrix } from "./matrix.js";
import { columnPanels, columnsOfRows, rowPanels } from "./panels.js";
import { product } from "./product.js";
import { checkEqual, matrixFor, vectorFor } from "./shapes.js";
import { columnProducts, rowProducts } from "./vector-product.js";

/** Where to write a result. Default: a new matrix. It must not share memory with an operand. */
export interface MatrixTarget {
  readonly out?: Matrix;
}

/** Where to write a result. Default: a new vector. It must not share memory with an operand. */
export interface VectorTarget {
  readonly out?: Float64Array;
}

/**
 * The dense linear algebra that the learners use. Every backend gives the same bits (see
 * `kernel.ts`), and an entry of a product depends only on its own row and column. So scoring bags
 * one at a time or all at once gives the same scores.
 *
 * Shapes that do not match throw an `InputError`. With no rows or no columns the result is empty,
 * and an empty sum is 0. NaN and Infinity propagate as in IEEE 754.
 */
export interface LinearAlgebra {
  readonly name: "simd" | "plain";
  /** A B': the inner products of the rows of A with the rows of B. Costs 2 m n k operations. */
  gemmNT(a: Matrix, b: Matrix, target?: MatrixTarget): Matrix;
  /** A B. Costs 2 m n k operations. */
  gemm(a: Matrix, b: Matrix, target?: MatrixTarget): Matrix;
  /** A' B: the inner products of the columns of A with those of B. Costs 2 m n k operations. */
  gemmTN(a: Matrix, b: Matrix, target?: MatrixTarget): Matrix;
  /** A A', exactly symmetric. Only one half is computed: m^2 k operations. */
  syrk(a: Matrix, target?: MatrixTarget): Matrix;
  /**
   * A' diag(weights) A, exactly symmetric. Costs m n^2 operations. Rows with weight 0 are skipped,
   * whatever they contain.
   */
  weightedSyrk(a: Matrix, weights: Float64Array, target?: MatrixTarget): Matrix;
  /** A x. */
  gemv(a: Matrix, x: Float64Array, target?: VectorTarget): Float64Array;
  /** A' x. */
  gemvT(a: Matrix, x: Float64Array, target?: VectorTarget): Float64Array;
  /**
   * The Cholesky factor L of A = L L'. Costs n^3 / 3 operations. Check `status` to see whether A
   * was positive definite.
   *
   * @example
   * const x = linearAlgebra().cholesky(a).solve(b);
   */
  cholesky(a: Matrix, options?: CholeskyOptions): Cholesky;
  /**
   * total += exp(-x / width), entry by entry, for `x` of at least 0 and `width` above 0. Same bits
   * as `exp` of `base/portable-math`.
   */
  addExponentials(total: Float64Array, x: Float64Array, width: number): void;
  /**
   * exp(-rate x), entry by entry, for `x` of at least 0 and `rate` above 0, in `out`, which may be `x`
   * itself. Same bits as `exp` of `base/portable-math`.
   */
  exponentials(x: Float64Array, rate: number, out: Float64Array): void;
}

export interface BackendOptions {
  /** Default `auto`: `simd` if the engine supports WebAssembly SIMD, otherwise `plain`. */
  readonly backend?: "auto" | "simd" | "plain";
}

const cache: { simd?: LinearAlgebra | undefined; plain?: LinearAlgebra } = {};

/**
 * The linear algebra of this thread. Each backend is created once and then reused. Its workspace
 * takes at least 5 MB.
 */
export function linearAlgebra({ backend = "auto" }: BackendOptions = {}): LinearAlgebra {
  if (backend === "auto" || backend === "simd") {
    if (!("simd" in cache)) {
      const kernel = simdKernel();
      cache.simd = kernel && over(kernel);
    }
    if (cache.simd !== undefined) return cache.simd;
    if (backend === "simd") {
      throw new InputError({
        code: "no-simd",
        message: "linearAlgebra: this engine has no WebAssembly SIMD, or a content security policy blocks WebAssembly",
        remedy: 'Use the backend "auto" or "plain". The results are the same.',
      });
    }
  }
  cache.plain ??= over(plainKernel());
  return cache.plain;
}

function over(kernel: ProductKernel): LinearAlgebra {
  return {
    name: kernel.name,
    gemmNT(a, b, { out } = {}) {
      checkEqual("gemmNT", "the number of columns of A", a.cols, "that of B", b.cols);
      const result = matrixFor("gemmNT", a.rows, b.rows, out, [a.data, b.data]);
      product(kernel, rowPanels(a), rowPanels(b), result.data);
      return result;
    },
    gemm(a, b, { out } = {}) {
      checkEqual("gemm", "the number of columns of A", a.cols, "the number of rows of B", b.rows);
      const result = matrixFor("gemm", a.rows, b.cols, out, [a.data, b.data]);
      product(kernel, rowPanels(a), columnPanels(b), result.data);
      return result;
    },
    gemmTN(a, b, { out } = {}) {
      checkEqual("gemmTN", "the number of rows of A", a.rows, "that of B", b.rows);
      const result = matrixFor("gemmTN", a.cols, b.cols, out, [a.data, b.data]);
      product(kernel, columnPanels(a), columnPanels(b), result.data);
      return result;
    },
    syrk(a, { out } = {}) {
      const result = matrixFor("syrk", a.rows, a.rows, out, [a.data]);
      product(kernel, rowPanels(a), rowPanels(a), result.data, { symmetric: true });
      return result;
    },
    weightedSyrk(a, weights, { out } = {}) {
      checkEqual("weightedSyrk", "the number of weights", weights.length, "the number of rows", a.rows);
      const result = matrixFor("weightedSyrk", a.cols, a.cols, out, [a.data, weights]);
      const chosen = nonZero(weights);
      product(kernel, columnsOfRows(a, chosen, weights), columnsOfRows(a, chosen), result.data, { symmetric: true });
      return result;
    },
    gemv(a, x, { out } = {}) {
      checkEqual("gemv", "the number of columns", a.cols, "the length of the vector", x.length);
      const y = vectorFor("gemv", a.rows, out, [a.data, x]);
      rowProducts(a, x, y);
      return y;
    },
    gemvT(a, x, { out } = {}) {
      checkEqual("gemvT", "the number of rows", a.rows, "the length of the vector", x.length);
      const y = vectorFor("gemvT", a.cols, out, [a.data, x]);
      columnProducts(a, x, y);
      return y;
    },
    cholesky(a, options = {}) {
      return (options.reuse ?? new Cholesky(kernel)).factor(a, options);
    },
    addExponentials(total, x, width) {
      checkEqual("addExponentials", "the length of the total", total.length, "that of the numbers", x.length);
      addExponentials(kernel, total, x, width);
    },
    exponentials(x, rate, out) {
      checkEqual("exponentials", "the length of the result", out.length, "that of the numbers", x.length);
      exponentials(kernel, x, rate, out);
    },
  };
}

/** The indices of the nonzero weights. */
function nonZero(weights: Float64Array): Int32Array {
  const places = new Int32Array(weights.length);
  let found = 0;
  for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) places[found++] = i;
  return places.subarray(0, found);
}
