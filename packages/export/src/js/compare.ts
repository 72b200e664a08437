import type { Matrix } from "@bagwise/core/linalg";
import type { InstanceWeights, ProgramKernel, Transform } from "../program/program.js";
import type { NumberParts } from "./numbers.js";

/** Remembers what was made for a key. */
export type Remember = <Result>(what: unknown, key: unknown, make: () => Result) => Result;

/**
 * How a JavaScript export compares vectors and sets of them. The text of this function is printed into the
 * export, so it uses nothing from outside.
 */
export function compareParts({ exp, dot, squares, raised }: NumberParts, remembered: Remember) {
  function norms({ rows, cols, data }: Matrix): Float64Array {
    return remembered(norms, data, () => Float64Array.from({ length: rows }, (_, i) => squares(data, i * cols, cols)));
  }

  function differences(a: Matrix, i: number, b: Matrix, j: number): number {
    let sum = 0;
    for (let k = 0, p = i * a.cols, q = j * a.cols; k < a.cols; k++, p++, q++) {
      const difference = a.data[p] - b.data[q];
      sum += difference * difference;
    }
    return sum;
  }

  /** The squared distances of all rows of `a` to all rows of `b`. */
  function distances(a: Matrix, b: Matrix): Matrix {
    const [left, right] = [norms(a), norms(b)];
    const data = new Float64Array(a.rows * b.rows);
    for (let i = 0, at = 0; i < a.rows; i++) {
      for (let j = 0; j < b.rows; j++, at++) {
        const lengths = left[i] + right[j];
        const squared = lengths - 2 * dot(a.data, i * a.cols, b.data, j * b.cols, a.cols);
        data[at] = squared > 1e-6 * lengths ? squared : differences(a, i, b, j);
      }
    }
    return { rows: a.rows, cols: b.rows, data };
  }

  /** The kernel of all rows of `a` with all rows of `b`, which may be the same. */
  function gram(kernel: ProgramKernel, a: Matrix, b: Matrix): Matrix {
    const { type } = kernel;
    if (type === "gaussian" || type === "laplace" || type === "bell") {
      const exact = type === "gaussian" && kernel.exact;
      const result = exact ? byDifferences(a, b) : distances(a, b);
      const { data } = result;
      for (let k = 0; k < data.length; k++) {
        if (type === "bell") data[k] = exp(-data[k] / kernel.width);
        else data[k] = exp(-(type === "laplace" ? Math.sqrt(data[k]) : data[k]) * kernel.rate);
      }
      return result;
    }
    const data = new Float64Array(a.rows * b.rows);
    const roots = type === "cosine" ? [norms(a).map(Math.sqrt), norms(b).map(Math.sqrt)] : [];
    for (let i = 0, at = 0; i < a.rows; i++) {
      for (let j = 0; j < b.rows; j++, at++) {
        const product = dot(a.data, i * a.cols, b.data, j * b.cols, a.cols);
        if (type === "linear") data[at] = product;
        else if (type === "polynomial") data[at] = raised(product + kernel.offset, kernel.degree);
        else if (type === "cosine") {
          const both = roots[0][i] * roots[1][j];
          data[at] = both > 0 ? (a === b && i === j ? 1 : product / both) : 0;
        } else {
          const half = (1 + Math.min(1, Math.max(-1, product))) / 2;
          data[at] = half * half;
        }
      }
    }
    return { rows: a.rows, cols: b.rows, data };
  }

  function byDifferences(a: Matrix, b: Matrix): Matrix {
    const data = Float64Array.from({ length: a.rows * b.rows }, (_, k) =>
      differences(a, Math.floor(k / b.rows), b, k % b.rows),
    );
    return { rows: a.rows, cols: b.rows, data };
  }

  function transformed(transform: Transform | null, given: Matrix): Matrix {
    if (transform === null) return given;
    const { rows, cols, data } = given;
    const { first, centre, divisor } = transform;
    const clip = transform.op === "standard" ? 5 : transform.clip;
    const clipped = (x: number) => Math.min(clip, Math.max(-clip, x));
    if (transform.op === "standard") {
      const { weight } = transform;
      const used = Array.from({ length: cols - first }, (_, j) => first + j).filter(
        (j) => weight === null || weight[j],
      );
      const result = new Float64Array(rows * used.length);
      for (let i = 0, at = 0; i < rows; i++) {
        for (const j of used) {
          const value = clipped((data[i * cols + j] - centre[j]) / divisor[j - first]);
          result[at++] = weight === null ? value : value * weight[j];
        }
      }
      return { rows, cols: used.length, data: result };
    }
    const { thresholds, table, least } = transform;
    const width = cols - first;
    const result = new Float64Array(rows * (width + 1));
    for (let i = 0; i < rows; i++) {
      const at = i * (width + 1);
      let largest = 0;
      for (let j = 0; j < width; j++) {
        const value = data[i * cols + first + j];
        if (divisor[j] === 0) {
          let low = j * thresholds.cols;
          for (let high = low + thresholds.cols; low < high; ) {
            const middle = (low + high) >> 1;
            if (thresholds.data[middle] <= value) low = middle + 1;
            else high = middle;
          }
          result[at + j] = table[low - j * thresholds.cols];
        } else {
          const off = value - centre[j];
          result[at + j] = clipped((Math.abs(off) <= least[j] ? 0 : off) / divisor[j]);
        }
        largest = Math.max(largest, Math.abs(result[at + j]));
      }
      if (largest === 0) {
        result[at + width] = 1;
        continue;
      }
      let sum = 0;
      for (let j = at; j < at + width; j++) sum += (result[j] / largest) * (result[j] / largest);
      const length = Math.sqrt(sum);
      for (let j = at; j < at + width; j++) result[j] = result[j] / largest / length;
    }
    return { rows, cols: width + 1, data: result };
  }

  function instanceWeights(weights: InstanceWeights, rows: Matrix): Float64Array | null {
    if (weights.type === "equal") return null;
    const size = rows.rows;
    if (weights.type === "conformal") {
      const { data, cols } = distances(rows, weights.points);
      const result = new Float64Array(size);
      for (let k = 0; k < data.length; k++)
        result[Math.floor(k / cols)] += weights.factors[k % cols] * exp(-weights.rate * data[k]);
      return result.map((value) => value / size);
    }
    if (size <= 2) return new Float64Array(size).fill(1 / size);
    const far = distances(rows, rows).data.map(Math.sqrt);
    let total = 0;
    for (let k = 0; k < far.length; k++) total += far[k];
    const limit = (1 - 1e-9) * (total / (size * (size - 1)));
    const result = Float64Array.from({ length: size }, (_, i) => {
      let near = 0;
      for (let k = i * size; k < (i + 1) * size; k++) if (far[k] < limit) near++;
      return 1 / Math.max(1, near);
    });
    const sum = result.reduce((a, b) => a + b, 0);
    return result.map((weight) => weight / sum);
  }

  /** The sum over pairs of one bag with the instances `from` to `to - 1`. */
  function pairSum(values: Matrix, from: number, to: number, left: Float64Array | null, right: Float64Array | null) {
    let sum = 0;
    for (let i = 0; i < values.rows; i++) {
      let part = 0;
      for (let j = from; j < to; j++) {
        const value = values.data[i * values.cols + j];
        if (left === null || right === null) sum += value;
        else part += right[j] * value;
      }
      if (left !== null) sum += left[i] * part;
    }
    return left === null ? sum / (values.rows * (to - from)) : sum;
  }

  return { distances, gram, transformed, instanceWeights, pairSum };
}

export type CompareParts = ReturnType<typeof compareParts>;
