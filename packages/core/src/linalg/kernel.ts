/**
 * The arithmetic with two implementations: `kernel-simd.ts` (WebAssembly) and `kernel-plain.ts`
 * (TypeScript).
 *
 * Both work on numbers in one workspace and refer to them by offset. Matrices are stored in
 * **panels**: four interleaved rows, so that number k of row r is at `4 k + r`. Missing rows of the
 * last panel are zero.
 *
 * Both give the same bits because the order of every sum is part of this contract. An entry of a
 * product is the sum over k of `a[k] * b[k]`, starting from 0 in order of k, rounded after each
 * multiplication and each addition. Sums longer than `BLOCK` are split into sums of `BLOCK` terms,
 * added in order. This keeps panels in the cache, and the rounding error of a sum of n terms grows
 * with `BLOCK + n / BLOCK` instead of n (Higham, Accuracy and Stability, section 4.2).
 */
export interface ProductKernel {
  readonly name: "simd" | "plain";

  /**
   * The object whose factor is in the workspace at `FACTOR_AT`, so that its next solve does not
   * have to copy it back. Before another one moves in, it must `keep` its numbers.
   */
  resident: { keep(): void } | undefined;

  /**
   * The workspace, at least `length` numbers long. Growing keeps the contents but invalidates older
   * views.
   */
  workspace(length: number): Float64Array;

  /**
   * Interleaves `count` consecutive rows of `depth` numbers, starting at `from`, into panels at
   * `to`.
   */
  packRows(count: number, depth: number, from: number, to: number): void;

  /**
   * Turns the columns of `depth` rows of `count` numbers into panels. Row k is multiplied by number
   * k of `weights`.
   */
  packColumns(count: number, depth: number, from: number, weights: number, to: number): void;

  /**
   * C += A B' for `m` rows of A and `n` rows of B, in panels of `depth` columns (`depth >= 1`). Row
   * i of C starts at `c + i * stride`, and whole 4 x 4 tiles are written. A tile is skipped if all
   * its columns have j > i + `diagonal`.
   */
  multiply(
    m: number,
    n: number,
    depth: number,
    a: number,
    b: number,
    c: number,
    stride: number,
    diagonal: number,
  ): void;

  /**
   * Cholesky factor of a lower triangle of `4 * panels` rows, in place. The inverses of its
   * diagonal go to `inverse`.
   *
   * Panel p of the triangle starts at `l + panelOffset(p)` and has the columns 0 to 4 p + 3. A
   * pivot at or below `floor` is replaced with `substitute`. If `substitute` is 0, or if the pivot
   * is not finite, the factorisation stops. Returns the number of replaced pivots, or -1 - j if it
   * stopped at row j.
   */
  factor(panels: number, l: number, inverse: number, floor: number, substitute: number): number;

  /**
   * Solves L y = x in place for four right-hand sides. The numbers of unknown k are at `x + 4 k`.
   */
  forward(panels: number, l: number, inverse: number, x: number): void;

  /** Solves L' y = x in place for four right-hand sides. */
  backward(panels: number, l: number, inverse: number, x: number): void;

  /**
   * Adds exp(-x rate / width), with the bits of `portable-math`, to `count` numbers at `to`, for numbers
   * x of at least 0 at `from`. With an odd `count`, the number after the last one may change. There
   * is room for 16 constants at `constants`.
   */
  addExponentials(count: number, from: number, rate: number, width: number, to: number, constants: number): void;
}

/** The number of terms summed in a row before the sum is added to the result. */
export const BLOCK = 256;

/** A `diagonal` for which no tile is skipped. */
export const NO_DIAGONAL = 2 ** 29;

/**
 * The workspace starts with the blocks of products (see `product.ts`). A triangle to factor follows
 * at this offset.
 */
export const FACTOR_AT = 5 * 2 ** 17 + BLOCK;

/**
 * The offset of panel `p` in a packed triangle. For the number of panels, the length of the
 * triangle.
 */
export function panelOffset(p: number): number {
  return 8 * p * (p + 1);
}
