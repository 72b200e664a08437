import { type Matrix, matrix } from "@bagwise/core/linalg";
import { type MachineOptions, where } from "@bagwise/core/solver";
import { gather, gathering, type MachineFit } from "@bagwise/core/training";
import { fitOf } from "./single-rows.js";

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

/** The last kernels of samples of a kernel matrix. */
interface Lent {
  /** The matrix that they are made of. */
  readonly gram: Matrix;
  /** By the number of samples. */
  readonly kernels: Map<number, KnownKernel>;
  /** Memory of kernels that were made of another matrix, which nobody needs any more. */
  readonly spare: Float64Array[];
}

/**
 * By the kernel matrix; or by the memory that the matrices of folds are copied to one after the other. Then
 * the memory of the last fold is used again: new memory takes longer than what is computed there.
 */
const lent = new WeakMap<object, Lent>();
/** Folds differ a little in size, so there is some room for larger ones. */
const HEADROOM = 1.2;
/** So many kernels of one matrix have their memory used again. */
const MOST_SPARE = 3;

/**
 * The kernel of samples, in memory that is overwritten by the next one of as many samples. Problems
 * that follow each other differ in few samples, and with other costs in none: only what differs is
 * computed.
 */
function lentKernel(gram: Matrix, rows: Samples["rows"]): Matrix {
  const { data } = gram;
  const copied = data.byteLength < data.buffer.byteLength;
  const owner = copied ? data.buffer : gram;
  const before = lent.get(owner);
  const now = before?.gram === gram ? before : { gram, kernels: new Map(), spare: sparedBy(before) };
  lent.set(owner, now);
  const size = rows.length * rows.length;
  const room = () => {
    const at = now.spare.findIndex(({ length }) => length >= size);
    const [found] = at < 0 ? [] : now.spare.splice(at, 1);
    return (found ?? new Float64Array(copied ? Math.ceil(HEADROOM * size) : size)).subarray(0, size);
  };
  const kernel = kernelOfSamples(gram, rows, now.kernels.get(rows.length), room);
  now.kernels.set(rows.length, { rows, kernel });
  return kernel;
}

/** The memory of kernels of a matrix that is no longer there, the smallest first. */
function sparedBy(before: Lent | undefined): Float64Array[] {
  if (before === undefined) return [];
  const used = Array.from(before.kernels.values(), ({ kernel }) => new Float64Array(kernel.data.buffer));
  return [...used, ...before.spare].slice(0, MOST_SPARE).sort((a, b) => a.length - b.length);
}

/** The kernel of some samples. */
interface KnownKernel {
  readonly rows: Samples["rows"];
  readonly kernel: Matrix;
}

/**
 * The kernel between means of rows, exactly symmetric. Costs samples times rows, and no more than a
 * copy if every sample is one row. From a kernel that is known of as many samples, only what differs
 * is computed, and in its place; otherwise in `room`.
 */
export function kernelOfSamples(
  gram: Matrix,
  samples: readonly Uint32Array[],
  before?: KnownKernel,
  room: () => Float64Array = () => new Float64Array(samples.length * samples.length),
): Matrix {
  const { cols, data } = gram;
  const n = samples.length;
  const known = before?.rows.length === n ? before : undefined;
  const first = gathering(Uint32Array.from(samples, (rows) => rows[0]));
  const groups = where(n, (i) => samples[i].length > 1);
  const changed = where(n, (i) => !isSame(samples[i], known?.rows[i]));
  if (known !== undefined && changed.length === 0) return known.kernel;
  const result = known === undefined ? matrix(n, n, room()) : known.kernel;
  const mean = new Float64Array(cols);
  for (const i of changed) {
    const rows = samples[i];
    const own = rows.length === 1 ? data.subarray(rows[0] * cols, (rows[0] + 1) * cols) : mean;
    if (rows.length > 1) meanOf(gram, rows, mean);
    const at = i * n;
    gather(own, 0, first, result.data, at);
    // The mean of a group at a single row is the same number from either side. If all are new, it is copied below.
    if (known !== undefined || rows.length > 1) for (const j of groups) result.data[at + j] = meanAt(own, samples[j]);
  }
  if (known === undefined) {
    for (let j = 0; j < n; j++)
      if (samples[j].length === 1) for (const i of groups) result.data[j * n + i] = result.data[i * n + j];
  } else for (let j = 0; j < n; j++) for (const i of changed) result.data[j * n + i] = result.data[i * n + j];
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
