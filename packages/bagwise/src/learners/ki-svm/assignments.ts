import { type Matrix, matrix } from "../../linalg/matrix.js";

/** A key instance for each positive bag: rows of the kernel matrix. */
export type Assignment = Uint32Array;

/**
 * The kernel between positive bags, each represented by its key instance, and the rows of all others:
 * the mean over assignments with these weights, sum_t mu_t K_t. Positive bags come first.
 */
export function combinedKernel(
  { cols, data }: Matrix,
  assignments: readonly Assignment[],
  weights: Float64Array,
  others: Uint32Array,
): Matrix {
  const positives = assignments[0].length;
  const n = positives + others.length;
  const result = matrix(n, n);
  const to = result.data;
  for (const [t, keys] of assignments.entries()) {
    const weight = weights[t];
    if (weight === 0) continue;
    for (let i = 0; i < positives; i++) {
      const from = keys[i] * cols;
      for (let l = 0; l < positives; l++) to[i * n + l] += weight * data[from + keys[l]];
      for (let j = 0; j < others.length; j++) to[i * n + positives + j] += weight * data[from + others[j]];
    }
  }
  for (let j = 0; j < others.length; j++) {
    const from = others[j] * cols;
    const row = (positives + j) * n;
    for (let i = 0; i < positives; i++) to[row + i] = to[i * n + positives + j];
    for (let l = 0; l < others.length; l++) to[row + positives + l] = data[from + others[l]];
  }
  return result;
}

/** |sum_i a_i phi(key of bag i) + sum_j a_j phi(x_j)|^2, the square that an assignment has for coefficients. */
export function squareOf(gram: Matrix, keys: Assignment, others: Uint32Array, coefficients: Float64Array): number {
  return squaresOf(gram, [keys], others, coefficients)[0];
}

/** The squares of several assignments. The part of the other rows, which is the largest, is computed once. */
export function squaresOf(
  { cols, data }: Matrix,
  assignments: readonly Assignment[],
  others: Uint32Array,
  coefficients: Float64Array,
): Float64Array {
  const positives = assignments[0].length;
  const used = Uint32Array.from(others.keys()).filter((j) => coefficients[positives + j] !== 0);
  const rows = used.map((j) => others[j]);
  const weights = Float64Array.from(used, (j) => coefficients[positives + j]);
  const valueWith = (row: number, of: Uint32Array, by: Float64Array) => {
    let sum = 0;
    for (let k = 0; k < of.length; k++) sum += by[k] * data[row * cols + of[k]];
    return sum;
  };
  let rest = 0;
  for (let k = 0; k < rows.length; k++) rest += weights[k] * valueWith(rows[k], rows, weights);
  return Float64Array.from(assignments, (keys) => {
    let sum = rest;
    for (let i = 0; i < positives; i++) {
      const own = coefficients[i];
      if (own !== 0) sum += own * (valueWith(keys[i], keys, coefficients) + 2 * valueWith(keys[i], rows, weights));
    }
    return sum;
  });
}

/**
 * An assignment with a large square for these coefficients, the most violated constraint of the
 * relaxed problem: from a start, each bag in turn takes the instance that raises the square most, until
 * none does. So no bag alone could do better; whether several together could is not known, since a
 * convex function is maximised. Bags without a coefficient take the highest instance too. Of instances
 * that are equally good the one at hand stays, then the first. Costs some products of the rows of the
 * positive bags with the coefficients.
 */
export function violatedAssignment(
  { cols, data }: Matrix,
  bags: readonly Uint32Array[],
  others: Uint32Array,
  coefficients: Float64Array,
  start: Assignment,
): Assignment {
  const keys = start.slice();
  const rows = Uint32Array.from(bags.flatMap((bag) => Array.from(bag)));
  // What each row would have as its value, with the keys as they are.
  const values = new Float64Array(rows.length);
  const add = (row: number, weight: number) => {
    if (weight !== 0) for (let k = 0; k < rows.length; k++) values[k] += weight * data[row * cols + rows[k]];
  };
  for (const [i, row] of keys.entries()) add(row, coefficients[i]);
  for (const [j, row] of others.entries()) add(row, coefficients[keys.length + j]);
  for (let changed = true, sweeps = 0; changed && sweeps < MOST_SWEEPS; sweeps++) {
    changed = false;
    for (let i = 0, at = 0; i < bags.length; at += bags[i++].length) {
      const own = coefficients[i];
      const before = keys[i];
      // Without this bag's own part: 2 a u(r) + a^2 k(r, r), divided by a, which is not below 0.
      const gainOf = (k: number) => {
        const row = rows[k];
        return 2 * (values[k] - own * data[row * cols + before]) + own * data[row * cols + row];
      };
      let [best, most] = [before, gainOf(at + bags[i].indexOf(before))];
      const worth = WORTH_IT * Math.abs(most);
      for (let k = at; k < at + bags[i].length; k++) {
        const gain = gainOf(k);
        if (gain > most + worth) [best, most] = [rows[k], gain];
      }
      if (best === before) continue;
      changed = true;
      keys[i] = best;
      add(before, -own);
      add(best, own);
    }
  }
  return keys;
}

const MOST_SWEEPS = 50;
/** Gains below this share are rounding errors. */
const WORTH_IT = 1e-9;
