/**
 * The arithmetic that is worth two implementations: `kernel-simd.ts` (WebAssembly) and
 * `kernel-plain.ts` (TypeScript).
 *
 * Both work on numbers in one workspace and name them by offsets. Matrices stand there in
 * **panels**: four rows, interleaved, so that number k of row r is at `4 k + r`. A row missing in
 * the last panel is zero.
 *
 * Both give the same bits, because the order of every sum is part of this contract: a product's
 * entry is the sum over k of `a[k] * b[k]`, from 0 in the order of k, rounded after each
 * multiplication and each addition. Sums longer than `BLOCK` are made of such sums of `BLOCK`
 * terms, added in order: that keeps panels in the cache, and the rounding error of a sum of n terms
 * grows with `BLOCK + n / BLOCK` instead of n (Higham, Accuracy and Stability, section 4.2).
 */
export interface ProductKernel {
  readonly name: "simd" | "plain";

  /**
   * The object whose factor the workspace holds from `FACTOR_AT` on, so that its next solve need
   * not bring it back.
   */
  resident: object | undefined;

  /**
   * The workspace, at least `length` numbers long. Growing keeps its contents but makes older views
   * unusable.
   */
  workspace(length: number): Float64Array;

  /**
   * Interleaves `count` rows of `depth` numbers each, one after the other from `from` on, to panels
   * at `to`.
   */
  packRows(count: number, depth: number, from: number, to: number): void;

  /**
   * Makes panels of the columns of `depth` rows of `count` numbers each, row k multiplied by number
   * k of `weights`.
   */
  packColumns(count: number, depth: number, from: number, weights: number, to: number): void;

  /**
   * C += A B' for `m` rows of A and `n` rows of B, in panels of `depth` columns (`depth >= 1`). Row
   * i of C begins at `c + i * stride`; whole tiles of 4 x 4 are written. A tile is left out when
   * all its columns j > i + `diagonal`.
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
   * Cholesky's factor of a lower triangle of `4 * panels` rows, in place; the inverses of its
   * diagonal go to `inverse`.
   *
   * Panel p of the triangle begins at `l + panelOffset(p)` and has the columns 0 to 4 p + 3. A
   * pivot not above `floor` becomes `substitute`; with `substitute` 0 it ends the work, as one that
   * is not finite always does. Returns how many were replaced, or -1 - j when row j ended the work.
   */
  factor(panels: number, l: number, inverse: number, floor: number, substitute: number): number;

  /**
   * Solves L y = x in place, for four right-hand sides: the numbers of unknown k are at `x + 4 k`.
   */
  forward(panels: number, l: number, inverse: number, x: number): void;

  /** Solves L' y = x in place, for four right-hand sides. */
  backward(panels: number, l: number, inverse: number, x: number): void;
}

/**
 * The number of terms that are summed one after the other before the sum is added to the result.
 */
export const BLOCK = 256;

/** No tile is left out. */
export const NO_DIAGONAL = 2 ** 29;

/**
 * The workspace begins with the blocks of products (see `product.ts`); a triangle to factor stands
 * behind them.
 */
export const FACTOR_AT = 5 * 2 ** 17 + BLOCK;

/**
 * Where panel `p` of a packed triangle begins; with the number of panels, how long the triangle is.
 */
export function panelOffset(p: number): number {
  return 8 * p * (p + 1);
}
