import { type Matrix, matrix } from "../../../linalg/matrix.js";
import type { MachineOptions } from "../../../solver/machine/problem.js";
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
  /** The kernel between the samples, if it is known. Default: `kernelOfSamples`. */
  readonly kernel?: Matrix | undefined;
}

/** A fit that knows the coefficient of each sample, to start the next problem from. */
export interface SampleFit extends MachineFit {
  readonly own: Float64Array;
}

/**
 * Solves the machine of these samples. In the space of the kernel, the mean of rows has the mean of
 * their kernel values, and its coefficient is shared by them.
 */
export function fitSamples(
  gram: Matrix,
  { rows, signs, costs, margins, kernel = kernelOfSamples(gram, rows) }: Samples,
  options: Pick<MachineOptions, "start" | "rough"> = {},
): SampleFit {
  const problem = { gram: kernel, signs, costs, ...(margins && { margins }) };
  const fit = fitOf(problem, Uint32Array.from(rows.keys()), rows.length, options);
  const alpha = new Float64Array(gram.rows);
  for (const [i, own] of rows.entries()) for (const row of own) alpha[row] += fit.own[i] / own.length;
  return { ...fit, alpha };
}

/**
 * The kernel between means of rows, exactly symmetric. Costs samples times rows, and no more than a
 * copy if every sample is one row.
 */
export function kernelOfSamples(gram: Matrix, samples: readonly Uint32Array[]): Matrix {
  const { cols, data } = gram;
  const n = samples.length;
  const result = matrix(n, n);
  const first = Uint32Array.from(samples, (rows) => rows[0]);
  const groups = Array.from(samples.keys()).filter((i) => samples[i].length > 1);
  const mean = new Float64Array(cols);
  for (const [i, rows] of samples.entries()) {
    const own = rows.length === 1 ? data.subarray(rows[0] * cols, (rows[0] + 1) * cols) : mean;
    if (rows.length > 1) meanOf(gram, rows, mean);
    const row = result.data.subarray(i * n, (i + 1) * n);
    for (let j = 0; j < n; j++) row[j] = own[first[j]];
    for (const j of groups) {
      let sum = 0;
      for (const other of samples[j]) sum += own[other];
      row[j] = sum / samples[j].length;
    }
  }
  // Two means are rounded in another order the other way round.
  for (const i of groups) for (const j of groups) if (j < i) result.data[i * n + j] = result.data[j * n + i];
  return result;
}

function meanOf({ cols, data }: Matrix, rows: Uint32Array, mean: Float64Array): void {
  mean.fill(0);
  for (const row of rows) for (let k = 0, at = row * cols; k < cols; k++, at++) mean[k] += data[at];
  for (let k = 0; k < cols; k++) mean[k] /= rows.length;
}
