import { InputError } from "../base/errors.js";
import { Cholesky, type CholeskyOptions } from "./cholesky.js";
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
 * The dense operations of the methods. Every implementation gives the same bits (see `kernel.ts`),
 * and an entry of a product depends only on its own row and column, so scoring bags one by one or
 * all at once gives the same scores.
 *
 * Shapes that do not fit are an `InputError`. No rows, no columns: an empty result; nothing to sum:
 * zeros. NaN and Infinity go through as IEEE arithmetic has it.
 */
export interface LinearAlgebra {
  readonly name: "simd" | "plain";
  /** A B', the products of the rows of A with the rows of B. 2 m n k operations. */
  gemmNT(a: Matrix, b: Matrix, target?: MatrixTarget): Matrix;
  /** A B. 2 m n k operations. */
  gemm(a: Matrix, b: Matrix, target?: MatrixTarget): Matrix;
  /** A A', exactly symmetric: only one half is computed, m^2 k operations. */
  syrk(a: Matrix, target?: MatrixTarget): Matrix;
  /**
   * A' diag(weights) A, exactly symmetric, m n^2 operations. Rows of weight 0 are left out,
   * whatever is in them.
   */
  weightedSyrk(a: Matrix, weights: Float64Array, target?: MatrixTarget): Matrix;
  /** A x. */
  gemv(a: Matrix, x: Float64Array, target?: VectorTarget): Float64Array;
  /** A' x. */
  gemvT(a: Matrix, x: Float64Array, target?: VectorTarget): Float64Array;
  /**
   * The factor L of A = L L', n^3 / 3 operations. Whether A was positive definite is in the
   * factor's `status`.
   *
   * @example
   * const x = linearAlgebra().cholesky(a).solve(b);
   */
  cholesky(a: Matrix, options?: CholeskyOptions): Cholesky;
}

export interface BackendOptions {
  /**
   * `auto` (the default) is `simd` where the engine has WebAssembly SIMD, and `plain` elsewhere.
   */
  readonly backend?: "auto" | "simd" | "plain";
}

const cache: { simd?: LinearAlgebra | undefined; plain?: LinearAlgebra } = {};

/**
 * The linear algebra of this thread. Made once for each back end, then the same object; its
 * workspace is 5 MB or more.
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
        message: "linearAlgebra: this engine has no WebAssembly SIMD, or a policy forbids WebAssembly",
        remedy: 'Use the back end "auto" or "plain"; the results are the same.',
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
  };
}

/** The places of the weights that are not 0. */
function nonZero(weights: Float64Array): Int32Array {
  const places = new Int32Array(weights.length);
  let found = 0;
  for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) places[found++] = i;
  return places.subarray(0, found);
}
