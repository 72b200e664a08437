import { BLOCK, FACTOR_AT, NO_DIAGONAL, type ProductKernel } from "./kernel.js";
import type { Side } from "./panels.js";

/**
 * The largest block of the result that is kept in the workspace (2 MB) while its sums of `BLOCK`
 * terms are added up.
 */
const EDGE = 512;

/**
 * The number of right-hand vectors of `BLOCK` numbers that are reused while they are in the level-2
 * cache.
 */
const NEAR = 128;

// The workspace of a product, 5 MB in all: a block of the left side, one of the right side, one of
// the result, and a stage for packing.
const LEFT_AT = 0;
const RIGHT_AT = EDGE * BLOCK;
const RESULT_AT = 2 * EDGE * BLOCK;
const STAGE_AT = RESULT_AT + EDGE * EDGE;
if (STAGE_AT + EDGE * BLOCK + BLOCK > FACTOR_AT)
  throw new Error("product: the blocks reach into the factor's workspace");

interface ProductOptions {
  /**
   * Compute only the lower triangle, diagonal included, and mirror it. For symmetric results.
   * Default false.
   */
  readonly symmetric?: boolean;
}

/**
 * Writes the inner products of all vectors of `left` with all vectors of `right` to `out`: one row
 * per left vector, one column per right vector.
 *
 * Uses the blocking of Goto and van de Geijn (Anatomy of High-Performance Matrix Multiplication,
 * 2008), with one difference: a block of the result stays in the workspace until its sums are
 * complete. Sides of depth 0 give zeros.
 */
export function product(
  kernel: ProductKernel,
  left: Side,
  right: Side,
  out: Float64Array,
  { symmetric = false }: ProductOptions = {},
): void {
  const n = right.size;
  for (let i0 = 0; i0 < left.size; i0 += EDGE) {
    const rows = Math.min(EDGE, left.size - i0);
    const reach = symmetric ? Math.min(n, i0 + rows) : n;
    for (let j0 = 0; j0 < reach; j0 += EDGE) {
      const cols = Math.min(EDGE, n - j0);
      const stride = 4 * Math.ceil(cols / 4);
      const w = kernel.workspace(FACTOR_AT);
      w.fill(0, RESULT_AT, RESULT_AT + 4 * Math.ceil(rows / 4) * stride);
      for (let k0 = 0; k0 < left.depth; k0 += BLOCK) {
        const depth = Math.min(BLOCK, left.depth - k0);
        left.pack(kernel, w, STAGE_AT, LEFT_AT, { first: i0, count: rows, from: k0, depth });
        right.pack(kernel, w, STAGE_AT, RIGHT_AT, { first: j0, count: cols, from: k0, depth });
        for (let j = 0; j < cols; j += NEAR) {
          const diagonal = symmetric ? i0 - j0 - j : NO_DIAGONAL;
          const count = Math.min(NEAR, cols - j);
          kernel.multiply(rows, count, depth, LEFT_AT, RIGHT_AT + j * depth, RESULT_AT + j, stride, diagonal);
        }
      }
      if (stride === n) out.set(w.subarray(RESULT_AT, RESULT_AT + rows * n), i0 * n);
      else
        for (let i = 0; i < rows; i++) {
          const at = RESULT_AT + i * stride;
          out.set(w.subarray(at, at + cols), (i0 + i) * n + j0);
        }
    }
  }
  if (symmetric) mirror(n, out);
}

/** Copies the lower triangle to the upper one, in squares that fit into the cache. */
function mirror(n: number, data: Float64Array): void {
  for (let i0 = 0; i0 < n; i0 += 32) {
    const i1 = Math.min(n, i0 + 32);
    for (let j0 = 0; j0 <= i0; j0 += 32) {
      for (let i = i0; i < i1; i++) {
        const j1 = Math.min(i, j0 + 32);
        for (let j = j0; j < j1; j++) data[j * n + i] = data[i * n + j];
      }
    }
  }
}
