import { type Matrix, matrix } from "../../../linalg/matrix.js";
import type { MachineOptions } from "../../../solver/machine/problem.js";
import { fitOf } from "./single-rows.js";
import { copyRuns, type MachineFit, runsOf } from "./task.js";

/** What a machine is trained on, each the mean of some rows of a kernel matrix; often of one. */
export interface Samples {
  /** At least one row each. The same row may belong to several samples. */
  readonly rows: readonly Uint32Array[];
  readonly signs: Int8Array;
  readonly costs: Float64Array;
  /** What each sample should reach. Default 1 for all. */
  readonly margins?: Float64Array | undefined;
}

/**
 * A fit that knows its samples and the coefficient of each, to start the next problem from. Only then,
 * or if it is the last one: the kernel of its problem is overwritten by the second problem after it.
 */
export interface SampleFit extends MachineFit {
  readonly own: Float64Array;
  readonly rows: Samples["rows"];
}

/**
 * Solves the machine of these samples. In the space of the kernel, the mean of rows has the mean of
 * their kernel values, and its coefficient is shared by them. It may start from the solution `before`
 * of as many samples, of which only a few differ.
 */
export function fitSamples(
  gram: Matrix,
  { rows, signs, costs, margins }: Samples,
  { before, rough }: Pick<MachineOptions, "rough"> & { readonly before?: SampleFit | undefined } = {},
): SampleFit {
  const kernel = before
    ? kernelOfSamples(gram, rows, { rows: before.rows, kernel: before.problem.gram })
    : firstKernel(gram, rows);
  const problem = { gram: kernel, signs, costs, ...(margins && { margins }) };
  const fit = fitOf(problem, Uint32Array.from(rows.keys()), rows.length, { start: before?.own, rough });
  const alpha = new Float64Array(gram.rows);
  for (const [i, own] of rows.entries()) for (const row of own) alpha[row] += fit.own[i] / own.length;
  return { ...fit, alpha, rows };
}

/** Kernels of first problems on a kernel matrix, by the number of samples. */
const starts = new WeakMap<Matrix, Map<number, KnownKernel>>();

/** The kernel of a first problem. It is remembered, because with other costs the samples are the same. */
function firstKernel(gram: Matrix, rows: Samples["rows"]): Matrix {
  const known = starts.get(gram) ?? new Map<number, KnownKernel>();
  starts.set(gram, known);
  const kernel = kernelOfSamples(gram, rows, known.get(rows.length));
  known.set(rows.length, { rows, kernel });
  return kernel;
}

/** Memory of kernels of samples that may no longer be used, by the memory of their kernel matrix. */
const rooms = new WeakMap<ArrayBufferLike, Float64Array[]>();

/** Memory for a kernel of n samples that is neither that of `before` nor of a first problem. */
function roomFor(gram: Matrix, n: number, before: KnownKernel | undefined): Float64Array {
  const busy = new Set([before, ...(starts.get(gram)?.values() ?? [])].map((known) => known?.kernel.data.buffer));
  const made = (rooms.get(gram.data.buffer) ?? []).filter((room) => busy.has(room.buffer) || room.length >= n * n);
  const room = made.find(({ buffer }) => !busy.has(buffer)) ?? new Float64Array(n * n);
  rooms.set(gram.data.buffer, [...made.filter((other) => other !== room), room]);
  return room.subarray(0, n * n);
}

/** The kernel of some samples. */
interface KnownKernel {
  readonly rows: Samples["rows"];
  readonly kernel: Matrix;
}

/**
 * The kernel between means of rows, exactly symmetric. Costs samples times rows, and no more than a
 * copy if every sample is one row. From a kernel that is known of as many samples, only what differs
 * is computed.
 */
export function kernelOfSamples(gram: Matrix, samples: readonly Uint32Array[], before?: KnownKernel): Matrix {
  const { cols, data } = gram;
  const n = samples.length;
  const known = before?.rows.length === n ? before : undefined;
  const groups = Array.from(samples.keys()).filter((i) => samples[i].length > 1);
  const changed = Array.from(samples.keys()).filter((i) => !isSame(samples[i], known?.rows[i]));
  if (known !== undefined && changed.length === 0) return known.kernel;
  const result = matrix(n, n, roomFor(gram, n, before));
  if (known !== undefined) result.data.set(known.kernel.data);
  const runs = runsOf(Uint32Array.from(samples, (rows) => rows[0]));
  const mean = new Float64Array(cols);
  for (const i of changed) {
    const rows = samples[i];
    const own = rows.length === 1 ? data.subarray(rows[0] * cols, (rows[0] + 1) * cols) : mean;
    if (rows.length > 1) meanOf(gram, rows, mean);
    const row = result.data.subarray(i * n, (i + 1) * n);
    copyRuns(runs, own, row, 0);
    for (const j of groups) {
      let sum = 0;
      for (const other of samples[j]) sum += own[other];
      row[j] = sum / samples[j].length;
    }
  }
  if (known !== undefined)
    for (let j = 0; j < n; j++) for (const i of changed) result.data[j * n + i] = result.data[i * n + j];
  // Two means are rounded in another order the other way round.
  for (const i of groups) for (const j of groups) if (j < i) result.data[i * n + j] = result.data[j * n + i];
  return result;
}

function isSame(a: Uint32Array, b: Uint32Array | undefined): boolean {
  return a === b || (a.length === b?.length && a.every((row, k) => row === b[k]));
}

function meanOf({ cols, data }: Matrix, rows: Uint32Array, mean: Float64Array): void {
  mean.fill(0);
  for (const row of rows) for (let k = 0, at = row * cols; k < cols; k++, at++) mean[k] += data[at];
  for (let k = 0; k < cols; k++) mean[k] /= rows.length;
}
