import { BLOCK } from "./kernel.js";
import type { Matrix } from "./matrix.js";

// A matrix-vector product reads every number once and is limited by memory speed, so both backends
// share this code. Sums follow the order given in `kernel.ts`: a row times a vector has the same
// bits as the entry of a matrix product.

/** y = A x. */
export function rowProducts({ rows, cols, data }: Matrix, x: Float64Array, y: Float64Array): void {
  y.fill(0);
  for (let from = 0; from < cols; from += BLOCK) {
    const to = Math.min(cols, from + BLOCK);
    let i = 0;
    // Four rows at a time: additions within a row must wait for each other, additions in different
    // rows overlap.
    for (; i + 4 <= rows; i += 4) {
      const r0 = i * cols;
      const r1 = r0 + cols;
      const r2 = r1 + cols;
      const r3 = r2 + cols;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let k = from; k < to; k++) {
        const xk = x[k];
        s0 += data[r0 + k] * xk;
        s1 += data[r1 + k] * xk;
        s2 += data[r2 + k] * xk;
        s3 += data[r3 + k] * xk;
      }
      y[i] += s0;
      y[i + 1] += s1;
      y[i + 2] += s2;
      y[i + 3] += s3;
    }
    for (; i < rows; i++) {
      let s = 0;
      for (let k = from, at = i * cols + from; k < to; k++, at++) s += data[at] * x[k];
      y[i] += s;
    }
  }
}

/** y = A' x. */
export function columnProducts({ rows, cols, data }: Matrix, x: Float64Array, y: Float64Array): void {
  y.fill(0);
  const sum = rows > BLOCK ? new Float64Array(cols) : y;
  for (let from = 0; from < rows; from += BLOCK) {
    const to = Math.min(rows, from + BLOCK);
    if (sum !== y) sum.fill(0);
    let i = from;
    for (; i + 4 <= to; i += 4) {
      const r0 = i * cols;
      const r1 = r0 + cols;
      const r2 = r1 + cols;
      const r3 = r2 + cols;
      const x0 = x[i];
      const x1 = x[i + 1];
      const x2 = x[i + 2];
      const x3 = x[i + 3];
      for (let j = 0; j < cols; j++) {
        sum[j] = sum[j] + data[r0 + j] * x0 + data[r1 + j] * x1 + data[r2 + j] * x2 + data[r3 + j] * x3;
      }
    }
    for (; i < to; i++) for (let j = 0, at = i * cols; j < cols; j++, at++) sum[j] += data[at] * x[i];
    if (sum !== y) for (let j = 0; j < cols; j++) y[j] += sum[j];
  }
}
