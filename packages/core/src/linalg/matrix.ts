import { InputError } from "../base/errors.js";

/** A dense matrix of 64-bit numbers in row-major order: entry (i, j) is `data[i * cols + j]`. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

/**
 * A `rows` x `cols` matrix of zeros, or a view of `data`. The data is not copied, so writing to it
 * changes the matrix.
 *
 * 0 rows or 0 columns are allowed. Throws an `InputError` if a size is not a whole number or `data`
 * has the wrong length.
 */
export function matrix(rows: number, cols: number, data?: Float64Array): Matrix {
  for (const size of [rows, cols]) {
    if (!Number.isSafeInteger(size) || size < 0) {
      throw new InputError({
        code: "shape",
        message: `matrix: a size must be a whole number of at least 0, got ${size}`,
        remedy: "Give the number of rows and the number of columns.",
      });
    }
  }
  if (data !== undefined && data.length !== rows * cols) {
    throw new InputError({
      code: "shape",
      message: `matrix: ${rows} x ${cols} needs ${rows * cols} numbers, got ${data.length}`,
      remedy: "Give rows x columns numbers, row by row.",
    });
  }
  return { rows, cols, data: data ?? new Float64Array(rows * cols) };
}

/** The identity matrix: ones on the diagonal and zeros elsewhere. */
export function identity(size: number): Matrix {
  const result = matrix(size, size);
  for (let i = 0; i < size; i++) result.data[i * size + i] = 1;
  return result;
}

/**
 * A matrix with a copy of these rows. No rows give a 0 x 0 matrix. Rows of different lengths throw
 * an `InputError`.
 */
export function fromRows(rows: readonly ArrayLike<number>[]): Matrix {
  const cols = rows[0]?.length ?? 0;
  const result = matrix(rows.length, cols);
  for (const [i, row] of rows.entries()) {
    if (row.length !== cols) {
      throw new InputError({
        code: "shape",
        message: `fromRows: row 1 has ${cols} numbers, row ${i + 1} has ${row.length}`,
        remedy: "Give all rows the same length.",
      });
    }
    result.data.set(row, i * cols);
  }
  return result;
}

/** The transpose, as a copy. Copies 32 x 32 squares so that both sides stay in the cache. */
export function transpose({ rows, cols, data }: Matrix): Matrix {
  const result = matrix(cols, rows);
  const to = result.data;
  for (let i0 = 0; i0 < rows; i0 += 32) {
    const i1 = Math.min(rows, i0 + 32);
    for (let j0 = 0; j0 < cols; j0 += 32) {
      const j1 = Math.min(cols, j0 + 32);
      for (let i = i0; i < i1; i++) for (let j = j0; j < j1; j++) to[j * rows + i] = data[i * cols + j];
    }
  }
  return result;
}

/** The chosen columns of all rows, in this order, in `out` or in a new matrix. */
export function chosenColumns(
  { rows, cols, data }: Matrix,
  chosen: ArrayLike<number>,
  out: Matrix = matrix(rows, chosen.length),
): Matrix {
  for (let i = 0, at = 0; i < rows; i++) {
    for (let k = 0; k < chosen.length; k++) out.data[at++] = data[i * cols + chosen[k]];
  }
  return out;
}
