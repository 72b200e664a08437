import type { ProductKernel } from "./kernel.js";
import type { Matrix } from "./matrix.js";

/**
 * One side of a product: `size` vectors of `depth` numbers each, to be packed into panels (see
 * `kernel.ts`).
 *
 * `pack` writes numbers `from` to `from + depth - 1` of vectors `first` to `first + count - 1` to
 * the panels at `to` in the kernel's workspace `w`. It may use `count * depth + depth` numbers at
 * `stage`.
 */
export interface Side {
  readonly size: number;
  readonly depth: number;
  pack(kernel: ProductKernel, w: Float64Array, stage: number, to: number, part: PanelPart): void;
}

interface PanelPart {
  readonly first: number;
  readonly count: number;
  readonly from: number;
  readonly depth: number;
}

/**
 * Rows packed at a time, a multiple of 4. Few enough to stay in the cache on their way through the
 * stage.
 */
const SLICE = 32;

/** The rows of a matrix as the vectors of a product. */
export function rowPanels(a: Matrix): Side {
  return {
    size: a.rows,
    depth: a.cols,
    pack(kernel, w, stage, to, { first, count, from, depth }) {
      for (let i = 0; i < count; i += SLICE) {
        const rows = Math.min(SLICE, count - i);
        copyRows(a, first + i, rows, from, depth, w, stage);
        kernel.packRows(rows, depth, stage, to + i * depth);
      }
    },
  };
}

/** The columns of a matrix as the vectors of a product. */
export function columnPanels(a: Matrix): Side {
  return {
    size: a.cols,
    depth: a.rows,
    pack(kernel, w, stage, to, { first, count, from, depth }) {
      copyRows(a, from, depth, first, count, w, stage);
      const weights = stage + count * depth;
      w.fill(1, weights, weights + depth);
      kernel.packColumns(count, depth, stage, weights, to);
    },
  };
}

/**
 * The columns of the chosen rows of a matrix, each row multiplied by its weight. Default weight 1,
 * which changes nothing.
 */
export function columnsOfRows(a: Matrix, chosen: Int32Array, weights?: Float64Array): Side {
  return {
    size: a.cols,
    depth: chosen.length,
    pack(kernel, w, stage, to, { first, count, from, depth }) {
      // Copy runs of adjacent rows together.
      for (let k = 0; k < depth; ) {
        let next = k + 1;
        while (next < depth && chosen[from + next] === chosen[from + k] + next - k) next++;
        copyRows(a, chosen[from + k], next - k, first, count, w, stage + k * count);
        k = next;
      }
      const at = stage + count * depth;
      for (let k = 0; k < depth; k++) w[at + k] = weights === undefined ? 1 : weights[chosen[from + k]];
      kernel.packColumns(count, depth, stage, at, to);
    },
  };
}

/**
 * Copies columns `column` to `column + cols - 1` of `rows` rows. Contiguous data is copied at once.
 */
function copyRows(
  a: Matrix,
  row: number,
  rows: number,
  column: number,
  cols: number,
  to: Float64Array,
  at: number,
): void {
  let from = row * a.cols + column;
  if (cols === a.cols) to.set(a.data.subarray(from, from + rows * cols), at);
  else for (let i = 0; i < rows; i++, from += a.cols, at += cols) to.set(a.data.subarray(from, from + cols), at);
}
