import { instantiate } from "../base/wasm.js";
import { type BackendOptions, linearAlgebra, type VectorTarget } from "./backend.js";
import { HELD_BINARY } from "./held-binary.generated.js";
import type { Matrix } from "./matrix.js";
import { checkEqual, vectorFor } from "./shapes.js";
import { columnProducts, rowProducts } from "./vector-product.js";

/**
 * A matrix that is multiplied with many vectors. The results have the bits of `gemv` and `gemvT`, and
 * are written to `out`, by default a new vector.
 */
export interface HeldMatrix {
  /** A x. */
  times(x: Float64Array, target?: VectorTarget): Float64Array;
  /** A' x. */
  timesTransposed(x: Float64Array, target?: VectorTarget): Float64Array;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  pack(rows: number, cols: number, from: number, to: number): void;
  times(rows: number, cols: number, panels: number, x: number, y: number): void;
  timesTransposed(rows: number, cols: number, a: number, x: number, y: number, sum: number): void;
}

export interface HoldOptions extends BackendOptions {
  /**
   * Products to compute from the matrix itself before it is copied, which takes as long as some 25 of
   * them. Default 0.
   */
  readonly after?: number;
}

const PAGE = 65536;
/** A copy in WebAssembly pays off from this many numbers on. */
const WORTH_A_COPY = 2048;
/** Beyond 1 GB in all, a product is limited by memory speed anyway. */
const MOST_NUMBERS = 2 ** 27;

/**
 * Holds a matrix for products with vectors. With SIMD it is copied once, in two orders, to a WebAssembly
 * memory of its own, which is freed with the result; later changes of the matrix then do not show. Not
 * part of `LinearAlgebra`, because a page that only scores has no use for it.
 * About three times as fast as `gemv` and `gemvT` from the second product on.
 */
export function holdMatrix(a: Matrix, { after = 0, ...options }: HoldOptions = {}): HeldMatrix {
  const numbers = a.rows * a.cols;
  const worth = linearAlgebra(options).name === "simd" && numbers >= WORTH_A_COPY && 2 * numbers <= MOST_NUMBERS;
  const copied = () => (worth ? heldInWasm(a) : undefined) ?? heldPlain(a);
  return worth && after > 0 ? heldLater(heldPlain(a), copied, after) : copied();
}

/** The first one for so many products, then the second. */
function heldLater(first: HeldMatrix, second: () => HeldMatrix, after: number): HeldMatrix {
  let [current, left] = [first, after];
  const next = () => {
    if (--left === -1) current = second();
    return current;
  };
  return {
    times: (x, target) => next().times(x, target),
    timesTransposed: (x, target) => next().timesTransposed(x, target),
  };
}

function heldPlain(a: Matrix): HeldMatrix {
  return {
    times(x, { out } = {}) {
      checkEqual("times", "the number of columns", a.cols, "the length of the vector", x.length);
      const y = vectorFor("times", a.rows, out, [a.data, x]);
      rowProducts(a, x, y);
      return y;
    },
    timesTransposed(x, { out } = {}) {
      checkEqual("timesTransposed", "the number of rows", a.rows, "the length of the vector", x.length);
      const y = vectorFor("timesTransposed", a.cols, out, [a.data, x]);
      columnProducts(a, x, y);
      return y;
    },
  };
}

/** Undefined if there is no WebAssembly, or no memory. */
function heldInWasm(a: Matrix): HeldMatrix | undefined {
  const exports = instantiate(HELD_BINARY) as Exports | undefined;
  if (exports === undefined) return undefined;
  const { memory } = exports;
  // Rows and columns are filled up with zeros: two columns, or eight rows, are multiplied at a time.
  const rows = 8 * Math.ceil(a.rows / 8);
  const cols = 2 * Math.ceil(a.cols / 2);
  // After one page, which the module may use: rows, panels, then two vectors and a sum.
  const rowsAt = PAGE / 8;
  const panelsAt = rowsAt + rows * cols;
  const longAt = panelsAt + rows * cols;
  const shortAt = longAt + rows;
  const sumAt = shortAt + cols;
  try {
    memory.grow(Math.ceil((8 * (sumAt + cols)) / PAGE));
  } catch {
    return undefined;
  }
  const view = new Float64Array(memory.buffer);
  if (cols === a.cols) view.set(a.data.subarray(0, a.rows * cols), rowsAt);
  else for (let i = 0; i < a.rows; i++) view.set(a.data.subarray(i * a.cols, (i + 1) * a.cols), rowsAt + i * cols);
  exports.pack(rows, cols, rowsAt, panelsAt);
  return {
    times(x, { out } = {}) {
      checkEqual("times", "the number of columns", a.cols, "the length of the vector", x.length);
      const y = vectorFor("times", a.rows, out);
      view.set(x, shortAt);
      exports.times(rows, cols, panelsAt, shortAt, longAt);
      y.set(view.subarray(longAt, longAt + a.rows));
      return y;
    },
    timesTransposed(x, { out } = {}) {
      checkEqual("timesTransposed", "the number of rows", a.rows, "the length of the vector", x.length);
      const y = vectorFor("timesTransposed", a.cols, out);
      view.set(x, longAt);
      exports.timesTransposed(a.rows, cols, rowsAt, longAt, shortAt, sumAt);
      y.set(view.subarray(shortAt, shortAt + a.cols));
      return y;
    },
  };
}
