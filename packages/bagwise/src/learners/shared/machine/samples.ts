import { type Matrix, matrix } from "../../../linalg/matrix.js";
import type { MachineOptions } from "../../../solver/machine/problem.js";
import { where } from "../../../solver/machine/where.js";
import { gather, gathering } from "./gather.js";
import { fitOf } from "./single-rows.js";
import type { MachineFit } from "./task.js";

/** What a machine is trained on, each the mean of some rows of a kernel matrix; often of one. */
export interface Samples {
  /** At least one row each. The same row may belong to several samples. */
  readonly rows: readonly Uint32Array[];
  readonly signs: Int8Array;
  readonly costs: Float64Array;
  /** What each sample should reach. Default 1 for all. */
  readonly margins?: Float64Array | undefined;
}

/** A fit that knows the coefficient of each sample, to start the next problem from. */
export interface SampleFit extends MachineFit {
  readonly own: Float64Array;
  /** f of each sample, without the bias. */
  readonly values: Float64Array;
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
  const others = { signs, costs, ...(margins && { margins }) };
  const all = Uint32Array.from(rows.keys());
  const fit = fitOf({ ...others, gram: lentKernel(gram, rows) }, all, rows.length, { start: before?.own, rough });
  const alpha = new Float64Array(gram.rows);
  for (const [i, own] of rows.entries()) for (const row of own) alpha[row] += fit.own[i] / own.length;
  return {
    ...fit,
    alpha,
    problem: {
      ...others,
      // Seldom asked for, and the kernel that was solved with may be another one by then.
      get gram() {
        return kernelOfSamples(gram, rows);
      },
    },
  };
}

/** The last kernels of samples of a kernel matrix, by the number of samples. */
const lent = new WeakMap<Matrix, Map<number, KnownKernel>>();

/**
 * The kernel of samples, in memory that is overwritten by the next one of as many samples. Problems
 * that follow each other differ in few samples, and with other costs in none: only what differs is
 * computed.
 */
function lentKernel(gram: Matrix, rows: Samples["rows"]): Matrix {
  const known = lent.get(gram) ?? new Map<number, KnownKernel>();
  lent.set(gram, known);
  const kernel = kernelOfSamples(gram, rows, known.get(rows.length));
  known.set(rows.length, { rows, kernel });
  return kernel;
}

/** The kernel of some samples. */
interface KnownKernel {
  readonly rows: Samples["rows"];
  readonly kernel: Matrix;
}

/**
 * The kernel between means of rows, exactly symmetric. Costs samples times rows, and no more than a
 * copy if every sample is one row. From a kernel that is known of as many samples, only what differs
 * is computed, and in its place.
 */
export function kernelOfSamples(gram: Matrix, samples: readonly Uint32Array[], before?: KnownKernel): Matrix {
  const { cols, data } = gram;
  const n = samples.length;
  const known = before?.rows.length === n ? before : undefined;
  const first = gathering(Uint32Array.from(samples, (rows) => rows[0]));
  const groups = where(n, (i) => samples[i].length > 1);
  const changed = where(n, (i) => !isSame(samples[i], known?.rows[i]));
  if (known !== undefined && changed.length === 0) return known.kernel;
  const result = known === undefined ? matrix(n, n) : known.kernel;
  const mean = new Float64Array(cols);
  for (const i of changed) {
    const rows = samples[i];
    const own = rows.length === 1 ? data.subarray(rows[0] * cols, (rows[0] + 1) * cols) : mean;
    if (rows.length > 1) meanOf(gram, rows, mean);
    const at = i * n;
    gather(own, 0, first, result.data, at);
    for (const j of groups) result.data[at + j] = meanAt(own, samples[j]);
  }
  if (known !== undefined)
    for (let j = 0; j < n; j++) for (const i of changed) result.data[j * n + i] = result.data[i * n + j];
  // Two means are rounded in another order the other way round.
  for (const i of groups) for (const j of groups) if (j < i) result.data[i * n + j] = result.data[j * n + i];
  return result;
}

function meanAt(values: Float64Array, rows: Uint32Array): number {
  let sum = 0;
  for (let k = 0; k < rows.length; k++) sum += values[rows[k]];
  return sum / rows.length;
}

function isSame(a: Uint32Array, b: Uint32Array | undefined): boolean {
  if (a === b) return true;
  if (a.length !== b?.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

function meanOf({ cols, data }: Matrix, rows: Uint32Array, mean: Float64Array): void {
  mean.fill(0);
  for (const row of rows) for (let k = 0, at = row * cols; k < cols; k++, at++) mean[k] += data[at];
  for (let k = 0; k < cols; k++) mean[k] /= rows.length;
}
