import type { Matrix } from "@bagwise/core/linalg";
import { rowsOfTask, valuesOfAll } from "@bagwise/core/training";

/** A key instance for each positive bag: rows of the kernel matrix. */
export type Assignment = Uint32Array;

/** What assignments are about: the rows of each positive bag, and those of all others. */
export interface KeyRows {
  readonly gram: Matrix;
  readonly positive: readonly Uint32Array[];
  readonly rows: Uint32Array;
}

/** Coefficients of positive bags and of the other rows, with what does not depend on the keys. */
export interface Weighed {
  /** Positive bags first. */
  readonly own: Float64Array;
  /** The value that the other rows give to each row of the kernel. */
  readonly values: Float64Array;
  /** The square of the other rows alone. */
  readonly rest: number;
}

/** Prepares coefficients. Costs a row of the kernel for each of the others with a coefficient. */
export function weighed({ gram, positive, rows }: KeyRows, own: Float64Array): Weighed {
  const alpha = new Float64Array(gram.rows);
  for (let j = 0; j < rows.length; j++) alpha[rows[j]] = own[positive.length + j];
  const values = valuesOfAll(gram, { alpha, beta: 0 });
  let rest = 0;
  for (let j = 0; j < rows.length; j++) rest += own[positive.length + j] * values[rows[j]];
  return { own, values, rest };
}

/** |sum_i a_i phi(key of bag i) + sum_j a_j phi(x_j)|^2, the square that an assignment has for coefficients. */
export function squareOf({ gram }: KeyRows, keys: Assignment, { own, values, rest }: Weighed): number {
  const { cols, data } = gram;
  let sum = rest;
  for (let i = 0; i < keys.length; i++) {
    if (own[i] === 0) continue;
    const from = keys[i] * cols;
    let value = 2 * values[keys[i]];
    for (let l = 0; l < keys.length; l++) value += own[l] * data[from + keys[l]];
    sum += own[i] * value;
  }
  return sum;
}

/**
 * An assignment with a large square for these coefficients, the most violated constraint of the
 * relaxed problem: from a start, each bag in turn takes the instance that raises the square most, until
 * none does. So no bag alone could do better; whether several together could is not known, since a
 * convex function is maximised. Bags without a coefficient take the highest instance too. Of instances
 * that are equally good the one at hand stays, then the first. Costs a product of the rows of the
 * positive bags with their coefficients, and for each change two rows.
 */
export function violatedAssignment({ gram, positive }: KeyRows, start: Assignment, found: Weighed): Assignment {
  const { cols, data } = gram;
  const { own } = found;
  const keys = start.slice();
  const rows = rowsOfTask({ bags: positive });
  // What each row would have as its value, with the keys as they are.
  const values = found.values.slice();
  const add = (row: number, weight: number) => {
    const from = row * cols;
    if (weight !== 0) for (let k = 0; k < rows.length; k++) values[rows[k]] += weight * data[from + rows[k]];
  };
  for (let i = 0; i < keys.length; i++) add(keys[i], own[i]);
  for (let changed = true, sweeps = 0; changed && sweeps < MOST_SWEEPS; sweeps++) {
    changed = false;
    for (let i = 0; i < positive.length; i++) {
      const before = keys[i];
      // Without this bag's own part: 2 a u(r) + a^2 k(r, r), divided by a, which is not below 0.
      const gainOf = (row: number) =>
        2 * (values[row] - own[i] * data[row * cols + before]) + own[i] * data[row * cols + row];
      let best = before;
      let most = gainOf(before);
      const worth = WORTH_IT * Math.abs(most);
      for (const row of positive[i]) {
        const gain = gainOf(row);
        if (gain > most + worth) {
          best = row;
          most = gain;
        }
      }
      if (best === before) continue;
      changed = true;
      keys[i] = best;
      add(before, -own[i]);
      add(best, own[i]);
    }
  }
  return keys;
}

const MOST_SWEEPS = 50;
/** Gains below this share are rounding errors. */
const WORTH_IT = 1e-9;
