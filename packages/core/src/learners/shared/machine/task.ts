import { BLOCK } from "../../../linalg/kernel.js";
import { type Matrix, matrix } from "../../../linalg/matrix.js";
import type { Certificate } from "../../../model/model.js";
import { addRows } from "../../../solver/machine/point.js";
import type { MachineProblem } from "../../../solver/machine/problem.js";
import { where } from "../../../solver/machine/where.js";
import { gather, gathering } from "./gather.js";

/**
 * What a hinge-loss machine is trained on: some bags, each of them rows of one kernel matrix. For a
 * kernel of bags every bag is one row; for a kernel of instances it is a row for each instance.
 */
export interface MachineTask {
  /** Kernel values between all rows, symmetric. */
  readonly gram: Matrix;
  /** The rows of each training bag. */
  readonly bags: readonly Uint32Array[];
  /** 1 for a positive bag, -1 for any other. */
  readonly signs: Int8Array;
  /** The cost of an error on each bag, class weights included. */
  readonly costs: Float64Array;
  /** What else the setting fixes, by name. */
  readonly setting: MachineSetting;
  readonly seed: number;
  /** Whether a rough solution will do, because settings are only compared. Default false. */
  readonly rough?: boolean | undefined;
}

/** Settings of a method besides kernel and cost, chosen from a grid or fixed by options. */
export interface MachineSetting {
  /** A share of the instances of a bag, for methods that have one. */
  readonly share?: number;
}

/** What a machine found: f(x) = sum over rows of alpha k(row, x) + beta. */
export interface MachineFit {
  /** A coefficient for every row of the kernel matrix; 0 for rows that play no part. */
  readonly alpha: Float64Array;
  readonly beta: number;
  /** Of the convex problem, or of the last one. */
  readonly certificate: Certificate;
  /** The convex problem, or the last one. */
  readonly problem: MachineProblem;
  /** For a scheme of several convex problems. */
  readonly scheme?: SchemeRecord;
}

/** How a scheme that solves convex problems one after the other went. */
export interface SchemeRecord {
  /** The objective of the whole problem after each step. It never increases. */
  readonly path: readonly number[];
  /** Whether the last step changed nothing. */
  readonly settled: boolean;
  /** How many starting points were tried. */
  readonly starts: number;
}

/** Turns the values of the instances of a bag into its score. */
export type Pool = (values: Float64Array) => number;

/** The highest value: one positive instance makes a bag positive. */
export const highest: Pool = (values) =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** All rows of the task, bag after bag. */
export function rowsOfTask({ bags }: Pick<MachineTask, "bags">): Uint32Array {
  const rows = new Uint32Array(bags.reduce((sum, bag) => sum + bag.length, 0));
  let at = 0;
  for (const bag of bags) {
    rows.set(bag, at);
    at += bag.length;
  }
  return rows;
}

/**
 * The kernel between these rows. Returns the same matrix if these are all its rows, in order. A copy is
 * made in `room`, if that is given, which has to be as large as the kernel: memory that was used before
 * is several times as fast.
 */
export function kernelOfRows(gram: Matrix, rows: Uint32Array, room?: Float64Array): Matrix {
  const { cols, data } = gram;
  const n = rows.length;
  if (n === gram.rows && rows.every((row, k) => row === k)) return gram;
  const result = matrix(n, n, room?.subarray(0, n * n));
  const all = gathering(rows);
  for (let i = 0; i < n; i++) gather(data, rows[i] * cols, all, result.data, i * n);
  return result;
}

/**
 * The value f of these rows. Costs rows times coefficients that are not 0; for most of the rows as much
 * as for all.
 */
export function valuesOf(
  gram: Matrix,
  { alpha, beta }: Pick<MachineFit, "alpha" | "beta">,
  rows: Uint32Array,
): Float64Array {
  if (2 * rows.length > gram.rows) {
    const all = productWith(gram, alpha);
    return Float64Array.from(rows, (row) => all[row] + beta);
  }
  const { cols, data } = gram;
  const used = where(alpha.length, (k) => alpha[k] !== 0);
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const from = rows[i] * cols;
    let sum = 0;
    for (let k = 0; k < used.length; k++) sum += alpha[used[k]] * data[from + used[k]];
    values[i] = sum + beta;
  }
  return values;
}

/** The value f of every row of a symmetric kernel. Costs a row for each coefficient that is not 0. */
export function valuesOfAll(gram: Matrix, { alpha, beta }: Pick<MachineFit, "alpha" | "beta">): Float64Array {
  return productWith(gram, alpha).map((value) => value + beta);
}

/** The kernel times the coefficients, with the bits of `gemv`, from rows whose coefficient is not 0. */
function productWith(gram: Matrix, alpha: Float64Array): Float64Array {
  const total = new Float64Array(gram.rows);
  for (let from = 0; from < alpha.length; from += BLOCK) {
    const used = where(Math.min(BLOCK, alpha.length - from), (k) => alpha[from + k] !== 0).map((k) => from + k);
    const part = new Float64Array(gram.rows);
    addRows(
      gram,
      used,
      Float64Array.from(used, (k) => alpha[k]),
      part,
    );
    for (let i = 0; i < total.length; i++) total[i] += part[i];
  }
  return total;
}

/** Coefficients of these rows as coefficients of all rows. */
export function spread(alpha: Float64Array, rows: Uint32Array, size: number): Float64Array {
  const result = new Float64Array(size);
  for (const [k, row] of rows.entries()) result[row] += alpha[k];
  return result;
}
