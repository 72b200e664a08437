import { type Matrix, matrix } from "@bagwise/core/linalg";
import { gather, gathering } from "@bagwise/core/training";
import type { Assignment } from "./assignments.js";
import { addRidge, type ErrorGroups } from "./squared-errors.js";

/** Kernels of weighted assignments, one after the other in the same memory. */
export interface CombinedKernels {
  /**
   * The kernel for these assignments and weights, which sum to 1. The matrix is overwritten by the next
   * call. Costs all samples for each bag that has several keys, or another one than before; the rows
   * of the others stay as they are.
   */
  of(assignments: readonly Assignment[], weights: Float64Array): Matrix;
  /**
   * The square of each assignment for some coefficients, see `squareOf`, if their mean with these
   * weights is known.
   */
  squares(
    assignments: readonly Assignment[],
    weights: Float64Array,
    own: Float64Array,
    mean: number,
  ): Float64Array<ArrayBuffer>;
}

/**
 * The kernel between positive bags, each represented by its key instance, and the rows of all others:
 * the mean over assignments with some weights, sum_t mu_t K_t. Positive bags come first. A bag with the
 * same key in all of them has the kernel of this instance as it is. The ridge of squared errors of
 * `groups` is added, of which the first are the positive bags. Costs a copy of the rows of the others, and
 * one of the row of each key, because rows of the whole matrix lie far apart.
 */
export function combinedKernels(
  { cols, data }: Matrix,
  positives: number,
  others: Uint32Array,
  groups?: ErrorGroups,
): CombinedKernels {
  const n = positives + others.length;
  const result = matrix(n, n);
  const to = result.data;
  const all = gathering(others);
  const copyOthers = (row: number, into: Float64Array, at: number) => gather(data, row * cols, all, into, at);
  for (let j = 0; j < others.length; j++) copyOthers(others[j], to, (positives + j) * n + positives);
  const numbers = Array.from(groups?.signs.keys() ?? []);
  if (groups !== undefined) addRidge(result, groups, numbers.slice(positives));
  // The kernel between a key and the others, and between the keys of an assignment.
  const rowOf = remembered((key: number) => {
    const row = new Float64Array(others.length);
    copyOthers(key, row, 0);
    return row;
  });
  const blockOf = remembered((keys: Assignment) => {
    const block = new Float64Array(positives * positives);
    for (let i = 0, at = 0; i < positives; i++)
      for (let l = 0; l < positives; l++, at++) block[at] = data[keys[i] * cols + keys[l]];
    return block;
  });
  // The key that a bag had alone the last time; none at first.
  const alone = new Float64Array(positives).fill(-1);
  return {
    of(assignments, weights) {
      const used = Array.from(assignments.keys()).filter((t) => weights[t] !== 0);
      const changed: number[] = [];
      for (let i = 0; i < positives; i++) {
        const shares = new Map<number, number>();
        for (const t of used) shares.set(assignments[t][i], (shares.get(assignments[t][i]) ?? 0) + weights[t]);
        const [only] = shares.keys();
        if (shares.size === 1 && alone[i] === only) continue;
        alone[i] = shares.size === 1 ? only : -1;
        const row = to.subarray(i * n + positives, (i + 1) * n).fill(0);
        for (const [key, share] of shares) addTo(row, rowOf(key), shares.size === 1 ? 1 : share);
        changed.push(i);
      }
      // Row by row: what is written lies together, and what is read stays in the cache.
      for (let j = positives; j < n; j++) for (const i of changed) to[j * n + i] = to[i * n + j];
      const block = new Float64Array(positives * positives);
      for (const t of used) addTo(block, blockOf(assignments[t]), used.length === 1 ? 1 : weights[t]);
      for (let i = 0; i < positives; i++) to.set(block.subarray(i * positives, (i + 1) * positives), i * n);
      if (groups !== undefined) addRidge(result, groups, numbers.slice(0, positives));
      return result;
    },
    squares(assignments, weights, own, mean) {
      const rest = own.subarray(positives);
      const valueWith = remembered((key: number) => dot(rowOf(key), rest));
      const parts = Float64Array.from(assignments, (keys) => {
        const block = blockOf(keys);
        let sum = 0;
        for (let i = 0; i < positives; i++) {
          if (own[i] === 0) continue;
          let value = 2 * valueWith(keys[i]);
          for (let l = 0, at = i * positives; l < positives; l++, at++) value += own[l] * block[at];
          sum += own[i] * value;
        }
        return sum;
      });
      // What the others add is the same for all.
      const others = mean - dot(weights, parts);
      return parts.map((part) => part + others);
    },
  };
}

/** The kernel of one set of weights. */
export function combinedKernel(
  gram: Matrix,
  assignments: readonly Assignment[],
  weights: Float64Array,
  others: Uint32Array,
  groups?: ErrorGroups,
): Matrix {
  return combinedKernels(gram, assignments[0].length, others, groups).of(assignments, weights);
}

function addTo(sum: Float64Array, row: Float64Array, weight: number): void {
  for (let k = 0; k < sum.length; k++) sum[k] += weight * row[k];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** A function that computes the value of each argument once. */
function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
