import { breathing } from "../../base/breathe.js";
import { count, InputError } from "../../base/errors.js";
import { matrix } from "../../linalg/matrix.js";
import type { SparseMatrix } from "../../linalg/sparse.js";
import type { Certificate } from "../../model/model.js";
import { rowsOfBags } from "../shared/bag-rows.js";
import type { InstanceData } from "../shared/instance-data.js";
import { type KernelBlock, kernelBlocks } from "./kernel-blocks.js";
import { type RampProblem, type RampSolution, solveRamp } from "./ramp-problem.js";

/** The problem of DSDD for a part of the instances. */
export interface DsddProblem {
  /** Kernel values between all instances and all centres. */
  readonly kernel: SparseMatrix;
  /** The instances to train on, and the centres to use. */
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
  /** How many instances belong to positive bags; they come first. */
  readonly positiveRows: number;
  readonly lambda: number;
}

interface DsddFitOptions {
  readonly steps: number;
  readonly start: "hinge" | "program";
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of finished blocks, and of all. */
  readonly onBlock?: ((done: number, total: number) => void) | undefined;
}

/**
 * The coefficients of all centres, and how well the last convex problems, taken together, were
 * solved.
 */
export interface DsddFit {
  readonly alpha: Float64Array;
  readonly certificate: Certificate;
  /** Whether the procedure converged in every block. */
  readonly settled: boolean;
  /** The largest number of convex problems that a block took. */
  readonly steps: number;
}

/** Makes up for rounding in the sums over blocks, of which there are fewer than a million. */
const ROUNDED_UP = 1 + 1e-9;

/** The largest relative gap that counts as solved. */
const ACCEPT = 1e-8;

/**
 * A block is solved as a dense matrix of at most this many numbers, 1.6 GB, and by factorisations
 * of at most this many columns; more would take days.
 */
const MOST_ENTRIES = 2e8;
const MOST_FACTORISED = 5000;

/** The problem of the instances of these bags, with the centres among them. */
export function dsddProblem(
  { offsets, centreRows, positiveRows }: Pick<InstanceData, "offsets" | "centreRows" | "positiveRows">,
  kernel: SparseMatrix,
  bags: Uint32Array,
  lambda: number,
): DsddProblem {
  const rows = rowsOfBags(offsets, bags);
  const among = new Set(rows);
  const columns = Uint32Array.from(centreRows.keys()).filter((k) => among.has(centreRows[k]));
  return { kernel, rows, columns, positiveRows, lambda };
}

/**
 * Throws an InputError if a block of the problem is too large to solve. Blocks of a part of the
 * bags are no larger. Costs one pass over the kernel, and no memory.
 */
export function checkBlockSizes(problem: DsddProblem): void {
  for (const { rows, columns } of kernelBlocks(problem.kernel, problem)) {
    const [samples, centres] = [rows.length, columns.length];
    if (samples * centres <= MOST_ENTRIES && Math.min(samples, centres) <= MOST_FACTORISED) continue;
    throw new InputError({
      code: "too-many-centres",
      message: `${count(samples, "instance")} and ${count(centres, "kernel centre")} form one problem that is too large to solve: its matrix alone takes ${count(Math.ceil((8 * samples * centres) / 1e6), "MB", "MB")}`,
      remedy: `Use fewer centres: set the option centres to ${Math.min(1000, Math.floor(MOST_ENTRIES / samples))}, for example. Or use a narrower kernel: set the option width to a smaller number.`,
    });
  }
}

/**
 * Solves the ramp problem of DSDD block by block (`kernelBlocks`). The instances of positive bags
 * have a total weight of 1, and so have those of unlabeled bags. The certificate covers all last
 * convex problems together: their objectives and gaps add up, because the blocks are independent.
 * `alpha` has a number for every centre. Between blocks the page gets a turn and the signal is
 * checked.
 */
export async function fitDsdd(problem: DsddProblem, { onBlock, ...options }: DsddFitOptions): Promise<DsddFit> {
  const alpha = new Float64Array(problem.kernel.cols);
  const blocks = kernelBlocks(problem.kernel, problem);
  const solutions: RampSolution[] = [];
  const breath = breathing(options.signal);
  for (const [k, block] of blocks.entries()) {
    const solution = solveRamp(rampProblem(problem, block), options);
    for (const [at, column] of block.columns.entries()) alpha[column] = solution.alpha[at];
    solutions.push(solution);
    onBlock?.(k + 1, blocks.length);
    await breath();
  }
  return {
    alpha,
    certificate: together(solutions),
    settled: solutions.every(({ settled }) => settled),
    steps: solutions.reduce((most, { path }) => Math.max(most, path.length), 0),
  };
}

function rampProblem({ kernel, rows, positiveRows, lambda }: DsddProblem, block: KernelBlock): RampProblem {
  const { offsets, indices, values } = kernel;
  const place = new Map(Array.from(block.columns, (column, k) => [column, k]));
  const dense = matrix(block.rows.length, block.columns.length);
  for (const [i, row] of block.rows.entries()) {
    for (let at = offsets[row]; at < offsets[row + 1]; at++) {
      const k = place.get(indices[at]);
      if (k !== undefined) dense.data[i * dense.cols + k] = values[at];
    }
  }
  const positive = rows.filter((row) => row < positiveRows).length;
  const signs = Int8Array.from(block.rows, (row) => (row < positiveRows ? 1 : -1));
  const weights = Float64Array.from(signs, (sign) => 1 / (sign > 0 ? positive : rows.length - positive));
  return { kernel: dense, signs, weights, lambda };
}

function together(solutions: readonly RampSolution[]): Certificate {
  const sum = (of: (solution: RampSolution) => number) => solutions.reduce((total, each) => total + of(each), 0);
  const primalObjective = sum(({ last }) => last.primalObjective);
  const dualObjective = sum(({ last }) => last.dualObjective);
  // Every hinge of a sample of sign -1 costs its weight at alpha = 0, and these weights sum to 1.
  const unit = Math.max(1, Math.abs(primalObjective), Math.abs(dualObjective));
  const relativeGap = (sum(({ last }) => last.gap) / unit) * ROUNDED_UP;
  const invalid = solutions.some(({ status }) => status === "invalid");
  return {
    status: invalid ? "invalid" : relativeGap <= ACCEPT ? "solved" : "inaccurate",
    iterations: sum(({ last }) => last.iterations),
    primalObjective,
    dualObjective,
    relativeGap: invalid ? Infinity : relativeGap,
  };
}
